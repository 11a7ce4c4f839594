import { describeRetailPorts } from '@brickmarket/persistence-ports/testing';
import { usePostgresStores } from '../../../../test/support/postgres-stores.ts';

describeRetailPorts(usePostgresStores().open);
