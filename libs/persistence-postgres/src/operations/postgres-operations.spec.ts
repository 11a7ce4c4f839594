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

it('is not healthy before the routines of this build were applied, and stays so when newer ones replace them', async () => {
  const { pool } = postgres.database();
  await pool.query(`UPDATE schema_routine SET checksum = 'of another build' WHERE name = 'access.clock'`);
  const { health } = await postgres.open();
  await expect(health.check()).rejects.toThrow('routine access.clock is not that of this build');
  await migrate(postgres.url());
  await expect(health.check()).resolves.toBeUndefined();
  await pool.query(`UPDATE schema_routine SET is_current = false WHERE name = 'access.clock'`);
  await expect((await postgres.open()).health.check()).resolves.toBeUndefined();
});
