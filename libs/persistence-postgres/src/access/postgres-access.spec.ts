import { describeAccessPorts } from '@brickmarket/persistence-ports/testing';
import { insertAccount, insertKey } from '../../../../test/support/account-builders.ts';
import { usePostgresStores } from '../../../../test/support/postgres-stores.ts';

const postgres = usePostgresStores();

describeAccessPorts(postgres.open);

it('refuses to take a revocation back when the account has five active keys without it', async () => {
  await postgres.open();
  const { pool } = postgres.database();
  const { accountId, keyId } = await insertAccount(pool);
  await pool.query('UPDATE access.api_key SET revoked_at = now() WHERE id = $1', [keyId]);
  for (let count = 0; count < 5; count++) await insertKey(pool, accountId);
  await expect(pool.query('UPDATE access.api_key SET revoked_at = NULL WHERE id = $1', [keyId])).rejects.toThrow(
    '5 active keys',
  );
});
