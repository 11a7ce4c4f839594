import type { Plan } from '@brickmarket/domain';
import { type Account, AccountStore } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

const COLUMNS = 'id, email, plan, created_at AS "createdAt"';

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

  async listAll(): Promise<readonly Account[]> {
    return (await this.database.pool.query<Account>(`SELECT ${COLUMNS} FROM access.account ORDER BY id`)).rows;
  }

  private async one(sql: string, values: readonly unknown[]): Promise<Account | null> {
    return (await this.database.pool.query<Account>(sql, [...values])).rows[0] ?? null;
  }
}
