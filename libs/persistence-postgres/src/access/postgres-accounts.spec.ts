import { createTestDatabase } from '../../../../test/support/test-database.ts';
import { Database } from '../database/database.ts';
import { PostgresAccountStore } from './postgres-accounts.ts';

it('finds an account without TypeORM, which has connections of its own', async () => {
  const own = await createTestDatabase();
  const database = Database.open({ url: own.url, applicationName: 'finds accounts', poolSize: 1 });
  try {
    await database.pool.query(`INSERT INTO access.account (email, plan) VALUES ('ann@test.example', 'free')`);
    expect(await new PostgresAccountStore(database).findByEmail('ann@test.example')).toMatchObject({ plan: 'free' });
    const { rowCount } = await database.pool.query(
      `SELECT FROM pg_stat_activity WHERE application_name = 'finds accounts' AND datname = current_database()`,
    );
    expect(rowCount).toBe(1);
  } finally {
    await database.close();
    await own.drop();
  }
});
