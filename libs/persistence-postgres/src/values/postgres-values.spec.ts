import {
  describeBacktestPorts,
  describeForecastPorts,
  describeHistoryPorts,
  describeSaleExclusionPorts,
  describeSalesImportPorts,
  describeScorecardPorts,
  describeValuationPorts,
} from '@brickmarket/persistence-ports/testing';
import { usePostgresStores } from '../../../../test/support/postgres-stores.ts';

const { open } = usePostgresStores();

describeSalesImportPorts(open);
describeSaleExclusionPorts(open);
describeValuationPorts(open);
describeBacktestPorts(open);
describeForecastPorts(open);
describeHistoryPorts(open);
describeScorecardPorts(open);
