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

it('keeps the functions that the last release calls, and ends what it has issued', async () => {
  const stores = await byOwner.open();
  const { id } = (await stores.accounts.create('ann@example.com', 'free'))!;
  const { pool } = byOwner.database();
  const issue = (name: string): Promise<unknown> =>
    pool.query(
      `SELECT identity.issue_token(sha256($1::bytea), 'address_change', $2, 'moved@example.com', NULL, NULL, now(),
         now() + interval '1 minute', true)`,
      [name, id],
    );
  const change = async (name: string): Promise<number | null> => {
    const text = 'SELECT identity.change_address(sha256($1::bytea), now()) AS account';
    return (await pool.query<{ account: number | null }>(text, [name])).rows[0]!.account;
  };
  await issue('ended');
  await stores.sessions.endOthers(id, null);
  expect(await change('ended')).toBeNull();
  await issue('good');
  expect(await change('good')).toBe(id);
});
