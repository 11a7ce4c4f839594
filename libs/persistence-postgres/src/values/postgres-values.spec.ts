import {
  describeHistoryPorts,
  describeMarketPorts,
  describeScorecardPort,
} from '@brickmarket/persistence-ports/testing';
import { usePostgresStores } from '../../../../test/support/postgres-stores.ts';

const { open } = usePostgresStores();

describeMarketPorts(open);
describeHistoryPorts(open);
describeScorecardPort(open);
