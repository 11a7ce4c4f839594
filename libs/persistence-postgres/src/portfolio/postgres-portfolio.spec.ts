import { describeBookPorts, describePortfolioPorts } from '@brickmarket/persistence-ports/testing';
import { usePostgresStores } from '../../../../test/support/postgres-stores.ts';

const byOwner = usePostgresStores();

describePortfolioPorts(byOwner.open);

// By the owner, because row-level security would hide a statement that forgets to filter by account.
describeBookPorts(byOwner.open);

describe('by the role of the account area', () => {
  describeBookPorts(usePostgresStores({ identityRole: 'brickmarket_account' }).open);
});
