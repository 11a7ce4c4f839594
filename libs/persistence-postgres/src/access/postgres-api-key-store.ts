import { type ApiKeyRecord, ApiKeyStore, type NewApiKey } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

// The last use is read from the counters of the quota, so that it costs requests no write of its own.
const COLUMNS = `
  id, name, last4, daily_limit AS "dailyLimit", created_at AS "createdAt", expires_at AS "expiresAt",
  revoked_at AS "revokedAt",
  (SELECT max(day)::text FROM access.key_usage WHERE key_id = api_key.id) AS "lastUsedOn"`;

/** Keys in PostgreSQL. The table's trigger counts the active ones. */
export class PostgresApiKeyStore extends ApiKeyStore {
  constructor(private readonly database: Database) {
    super();
  }

  async create(key: NewApiKey): Promise<ApiKeyRecord | null> {
    const insert = `
      INSERT INTO access.api_key (account_id, key_hash, last4, name, daily_limit, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${COLUMNS}`;
    try {
      const { rows } = await this.database.pool.query<ApiKeyRecord>(insert, [
        key.accountId,
        key.keyHash,
        key.last4,
        key.name,
        key.dailyLimit,
        key.expiresAt,
      ]);
      return rows[0]!;
    } catch (error) {
      if ((error as { constraint?: string }).constraint === 'api_key_limit') return null;
      throw error;
    }
  }

  async revoke(id: number): Promise<ApiKeyRecord | null> {
    const update = `UPDATE access.api_key SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1 RETURNING ${COLUMNS}`;
    return (await this.database.pool.query<ApiKeyRecord>(update, [id])).rows[0] ?? null;
  }

  async changeDailyLimit(id: number, dailyLimit: number): Promise<ApiKeyRecord | null> {
    const update = `UPDATE access.api_key SET daily_limit = $2 WHERE id = $1 RETURNING ${COLUMNS}`;
    return (await this.database.pool.query<ApiKeyRecord>(update, [id, dailyLimit])).rows[0] ?? null;
  }

  async listByAccount(accountId: number): Promise<readonly ApiKeyRecord[]> {
    const select = `SELECT ${COLUMNS} FROM access.api_key WHERE account_id = $1 ORDER BY id`;
    return (await this.database.pool.query<ApiKeyRecord>(select, [accountId])).rows;
  }
}
