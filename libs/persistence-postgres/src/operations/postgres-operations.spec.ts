import { describeOperationsPorts } from '@brickmarket/persistence-ports/testing';
import { usePostgresStores } from '../../../../test/support/postgres-stores.ts';

describeOperationsPorts(usePostgresStores().open);
