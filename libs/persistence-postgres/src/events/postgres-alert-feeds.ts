import { AlertFeeds } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

const FIND_CREATED_AT = 'SELECT created_at AS "createdAt" FROM events.feed WHERE account_id = $1';

// The account area's role may not read the hash, not even as "excluded".
const SAVE = `
INSERT INTO events.feed (account_id, secret_hash, created_at) VALUES ($1, $2, $3)
ON CONFLICT (account_id) DO UPDATE SET secret_hash = $2, created_at = $3`;

const REMOVE = 'DELETE FROM events.feed WHERE account_id = $1 RETURNING account_id';

const FIND_ACCOUNT = 'SELECT events.find_feed($1) AS "accountId"';

export class PostgresAlertFeeds extends AlertFeeds {
  constructor(private readonly database: Database) {
    super();
  }

  findCreatedAt(accountId: number): Promise<Date | null> {
    return this.database.asAccount(accountId, async (query) => {
      const [feed] = await query<{ createdAt: Date }>(FIND_CREATED_AT, [accountId]);
      return feed?.createdAt ?? null;
    });
  }

  async save(accountId: number, secretHash: Buffer, now: Date): Promise<void> {
    await this.database.asAccount(accountId, (query) => query(SAVE, [accountId, secretHash, now]));
  }

  remove(accountId: number): Promise<boolean> {
    return this.database.asAccount(accountId, async (query) => (await query(REMOVE, [accountId])).length > 0);
  }

  async findAccount(secretHash: Buffer): Promise<number | null> {
    const { rows } = await this.database.pool.query<{ accountId: number | null }>(FIND_ACCOUNT, [secretHash]);
    return rows[0]!.accountId;
  }
}
