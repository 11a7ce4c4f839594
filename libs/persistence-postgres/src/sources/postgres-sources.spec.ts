import { describeSourcePorts } from '@brickmarket/persistence-ports/testing';
import { usePostgresStores } from '../../../../test/support/postgres-stores.ts';

describeSourcePorts(usePostgresStores().open);
