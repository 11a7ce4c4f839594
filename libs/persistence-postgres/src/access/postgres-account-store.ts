import type { Plan } from '@brickmarket/domain';
import { type Account, type AccountRowCounts, AccountStore } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

const COLUMNS = 'id, email, plan, created_at AS "createdAt"';

const KEYS_OF_ACCOUNT = 'SELECT id FROM access.api_key WHERE account_id = $1';

/** Every table whose rows belong to an account, in the order in which they can be deleted. */
const BELONGINGS: readonly (readonly [keyof AccountRowCounts, string])[] = [
  ['usageDays', `access.key_usage WHERE key_id IN (${KEYS_OF_ACCOUNT})`],
  ['keys', 'access.api_key WHERE account_id = $1'],
  ['holdings', 'portfolio.holding WHERE account_id = $1'],
  ['brickfolios', 'portfolio.brickfolio WHERE account_id = $1'],
  ['sales', 'portfolio.sale WHERE account_id = $1'],
];

const COUNT_BELONGINGS = `SELECT ${BELONGINGS.map(([kind, rows]) => `(SELECT count(*)::integer FROM ${rows}) AS "${kind}"`).join(', ')}`;

// Rows that others insert for this account refer to one of these: whoever is inserting is waited for, and whoever comes
// later finds no account. Keys are locked in the order in which requests are charged, so that neither waits in a circle.
const LOCKS = [
  'SELECT FROM access.account WHERE id = $1 FOR UPDATE',
  'SELECT FROM portfolio.brickfolio WHERE account_id = $1 ORDER BY id FOR UPDATE',
  'SELECT FROM access.api_key WHERE account_id = $1 ORDER BY id FOR UPDATE',
];

/** Accounts in PostgreSQL. */
export class PostgresAccountStore extends AccountStore {
  constructor(private readonly database: Database) {
    super();
  }

  async create(email: string, plan: Plan): Promise<Account | null> {
    return this.one(
      `INSERT INTO access.account (email, plan) VALUES ($1, $2) ON CONFLICT (email) DO NOTHING RETURNING ${COLUMNS}`,
      [email, plan],
    );
  }

  async changePlan(email: string, plan: Plan): Promise<Account | null> {
    return this.one(`UPDATE access.account SET plan = $2 WHERE email = $1 RETURNING ${COLUMNS}`, [email, plan]);
  }

  async findByEmail(email: string): Promise<Account | null> {
    return this.one(`SELECT ${COLUMNS} FROM access.account WHERE email = $1`, [email]);
  }

  async countRows(accountId: number): Promise<AccountRowCounts> {
    return (await this.database.pool.query<AccountRowCounts>(COUNT_BELONGINGS, [accountId])).rows[0]!;
  }

  async delete(accountId: number): Promise<AccountRowCounts | null> {
    // Committed by itself: requests that are charged while the rows are being deleted would make the deletion fail.
    await this.database.pool.query(
      'UPDATE access.api_key SET revoked_at = coalesce(revoked_at, now()) WHERE account_id = $1',
      [accountId],
    );
    const client = await this.database.pool.connect();
    try {
      await client.query('BEGIN');
      for (const lock of LOCKS) await client.query(lock, [accountId]);
      const deleted = { keys: 0, usageDays: 0, brickfolios: 0, holdings: 0, sales: 0 };
      for (const [kind, rows] of BELONGINGS)
        deleted[kind] = (await client.query(`DELETE FROM ${rows}`, [accountId])).rowCount ?? 0;
      const account = await client.query('DELETE FROM access.account WHERE id = $1', [accountId]);
      await client.query('COMMIT');
      client.release();
      return account.rowCount === 0 ? null : deleted;
    } catch (error) {
      // Closing the connection rolls back, also when it is the connection that failed.
      client.release(true);
      throw error;
    }
  }

  async listAll(): Promise<readonly Account[]> {
    return (await this.database.pool.query<Account>(`SELECT ${COLUMNS} FROM access.account ORDER BY id`)).rows;
  }

  private async one(sql: string, values: readonly unknown[]): Promise<Account | null> {
    return (await this.database.pool.query<Account>(sql, [...values])).rows[0] ?? null;
  }
}
