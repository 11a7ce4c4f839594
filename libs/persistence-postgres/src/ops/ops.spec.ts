import { describeSystemPorts } from '@brickmarket/persistence-ports/testing';
import { usePostgresStores } from '../../../../test/support/postgres-stores.ts';
import { PostgresDatabaseHealth } from '../schema/database-health.ts';

const postgres = usePostgresStores();

describeSystemPorts(postgres.open);

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

it('is not healthy before the routines of this build were applied, and is when newer ones replace them', async () => {
  const database = postgres.database();
  const health = new PostgresDatabaseHealth(database);
  await database.pool.query("UPDATE schema_routine SET checksum = 'not ' || checksum");
  try {
    await expect(health.check()).rejects.toThrow('routine access.admit_keys is not that of this build');
  } finally {
    await database.pool.query('UPDATE schema_routine SET checksum = substr(checksum, 5), is_current = false');
  }
  await expect(health.check()).resolves.toBeUndefined();
});
