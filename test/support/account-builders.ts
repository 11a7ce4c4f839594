import { randomBytes } from 'node:crypto';
import { hashOfApiKey } from '@brickmarket/persistence-ports';
import type { Pool } from 'pg';

export interface TestKey {
  readonly keyId: number;
  readonly key: string;
}

export interface TestAccount extends TestKey {
  readonly accountId: number;
}

/** An account with one key. */
export async function insertAccount(
  db: Pool,
  options: { plan?: string; dailyLimit?: number } = {},
): Promise<TestAccount> {
  const account = await db.query<{ id: number }>(
    'INSERT INTO access.account (email, plan) VALUES ($1, $2) RETURNING id',
    [`${randomBytes(6).toString('hex')}@test.example`, options.plan ?? 'reseller'],
  );
  const accountId = account.rows[0]!.id;
  return { accountId, ...(await insertKey(db, accountId, options)) };
}

/** One more key for an account. */
export async function insertKey(
  db: Pool,
  accountId: number,
  options: { dailyLimit?: number; expiresAt?: string } = {},
): Promise<TestKey> {
  const key = `bmk_${randomBytes(24).toString('hex')}`;
  const inserted = await db.query<{ id: number }>(
    `INSERT INTO access.api_key (account_id, key_hash, name, last4, daily_limit, expires_at)
     VALUES ($1, $2, 'test', $3, $4, $5) RETURNING id`,
    [accountId, hashOfApiKey(key), key.slice(-4), options.dailyLimit ?? 1_000_000, options.expiresAt ?? null],
  );
  return { keyId: inserted.rows[0]!.id, key };
}

/** What the database has counted for a key. */
export async function usedBy(db: Pool, keyId: number): Promise<number> {
  const usage = await db.query<{ used: number }>(
    'SELECT coalesce(sum(used), 0)::integer AS used FROM access.key_usage WHERE key_id = $1',
    [keyId],
  );
  return usage.rows[0]!.used;
}
