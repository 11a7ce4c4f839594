import { describeOwnKeyPorts, describeSessionPorts, describeSignInPorts } from '@brickmarket/persistence-ports/testing';
import { usePostgresStores } from '../../../../test/support/postgres-stores.ts';

// By the owner, because row-level security would hide a statement that forgets to filter by account.
const byOwner = usePostgresStores();

describeSignInPorts(byOwner.open);
describeSessionPorts(byOwner.open);
describeOwnKeyPorts(byOwner.open);

describe('by the role of the account area', () => {
  const byRole = usePostgresStores({ identityRole: 'brickmarket_account' });

  describeSignInPorts(byRole.open);
  describeSessionPorts(byRole.open);
  describeOwnKeyPorts(byRole.open);
});

it('refuses to change an entry of the audit log, even by the owner', async () => {
  const stores = await byOwner.open();
  const { id: accountId } = (await stores.accounts.create('ann@example.com', 'free'))!;
  const at = new Date('2026-11-15T12:00:00Z');
  await stores.audit.add({ accountId, at, kind: 'signed_in', summary: 'x', address: null, device: null });
  await expect(byOwner.database().pool.query(`UPDATE identity.audit_event SET summary = 'y'`)).rejects.toThrow(
    'never changed',
  );
});
