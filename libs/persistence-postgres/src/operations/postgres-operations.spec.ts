import { describeOperationsPorts } from '@brickmarket/persistence-ports/testing';
import { usePostgresStores } from '../../../../test/support/postgres-stores.ts';

const postgres = usePostgresStores();

describeOperationsPorts(postgres.open);

it('is not healthy before the newest migration of this build has run', async () => {
  const { health } = await postgres.open();
  const { pool } = postgres.database();
  await pool.query("UPDATE schema_migration SET name = 'not ' || name");
  try {
    await expect(health.check()).rejects.toThrow('has not run');
  } finally {
    await pool.query('UPDATE schema_migration SET name = substr(name, 5)');
  }
  await expect(health.check()).resolves.toBeUndefined();
});
