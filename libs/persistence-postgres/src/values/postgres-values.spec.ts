import {
  describeHistoryPorts,
  describeMarketPorts,
  describeScorecardPorts,
} from '@brickmarket/persistence-ports/testing';
import { usePostgresStores } from '../../../../test/support/postgres-stores.ts';

const { open } = usePostgresStores();

describeMarketPorts(open);
describeHistoryPorts(open);
describeScorecardPorts(open);
