import { describePortfolioPorts } from '@brickmarket/persistence-ports/testing';
import { usePostgresStores } from '../../../../test/support/postgres-stores.ts';

describePortfolioPorts(usePostgresStores().open);
