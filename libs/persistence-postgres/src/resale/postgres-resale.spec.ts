import { describeResalePorts } from '@brickmarket/persistence-ports/testing';
import { usePostgresStores } from '../../../../test/support/postgres-stores.ts';

describeResalePorts(usePostgresStores({ identityRole: 'brickmarket_account' }).open);
