import { type NewApiKey, type OwnApiKey, OwnApiKeys, type RotatedKey } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import type { Repositories } from '../repositories.ts';

// Plain SQL, as the role may not read hashes, and TypeORM names every column. State by admission's clock.
const OWN_KEYS = `
SELECT k.id, k.name, k.last4, k.daily_limit AS "dailyLimit", k.created_at AS "createdAt", k.expires_at AS "expiresAt",
       k.revoked_at AS "revokedAt",
       CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked'
            WHEN k.expires_at <= access.clock() THEN 'expired' ELSE 'active' END AS state,
       coalesce(u.today, 0) AS "usedToday",
       CASE WHEN k.carried_on = (access.clock() AT TIME ZONE 'UTC')::date THEN k.carried ELSE 0 END AS "carriedToday",
       u.first AS "firstUsedAt", u.last AS "lastUsedAt"
FROM access.api_key k
LEFT JOIN LATERAL (
  -- A counter of the last release has no times; its day is known.
  SELECT sum(used) FILTER (WHERE day = (access.clock() AT TIME ZONE 'UTC')::date)::integer AS today,
         min(coalesce(first_used_at, day::timestamp AT TIME ZONE 'UTC')) AS first,
         max(coalesce(last_used_at, first_used_at, day::timestamp AT TIME ZONE 'UTC')) AS last
  FROM access.key_usage WHERE key_id = k.id AND used > 0
) u ON true
WHERE k.account_id = $1 AND ($2::integer IS NULL OR k.id = $2)
ORDER BY k.id DESC`;

// Active keys only, so that concurrent rotations make one successor.
const RETIRE = `
UPDATE access.api_key
SET revoked_at = CASE WHEN $3 = 0 THEN access.clock() ELSE revoked_at END,
    expires_at = CASE WHEN $3 = 0 THEN expires_at
                      ELSE least(expires_at, access.clock() + $3 * interval '1 millisecond') END
WHERE account_id = $1 AND id = $2 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > access.clock())
RETURNING id`;

const CREATE = `
INSERT INTO access.api_key (account_id, key_hash, last4, name, daily_limit, expires_at)
VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`;

// Same lifetime as the predecessor, from creation to the expiry before rotation.
const SUCCEED = `
INSERT INTO access.api_key (account_id, key_hash, last4, name, daily_limit, expires_at, predecessor_id)
VALUES ($1, $2, $3, $4, $5, access.clock() + ($6::timestamptz - $7::timestamptz), $8) RETURNING id`;

const REVOKE = `
UPDATE access.api_key SET revoked_at = access.clock() WHERE account_id = $1 AND id = $2 AND revoked_at IS NULL`;

/** A trigger limits active keys and assigns slots. */
export class PostgresOwnApiKeys extends OwnApiKeys {
  constructor(private readonly database: Database) {
    super();
  }

  async list(accountId: number): Promise<readonly OwnApiKey[]> {
    return this.#as(accountId, ({ query }) => query<OwnApiKey>(OWN_KEYS, [accountId, null]));
  }

  find(accountId: number, id: number): Promise<OwnApiKey | null> {
    return this.#as(accountId, (own) => findKey(own, accountId, id));
  }

  async create(key: NewApiKey): Promise<OwnApiKey | null> {
    const { accountId, keyHash, last4, name, dailyLimit, expiresAt } = key;
    return unlessLimited(
      null,
      this.#as(accountId, async (own) => {
        const values = [accountId, keyHash, last4, name, dailyLimit, expiresAt];
        const [created] = await own.query<{ id: number }>(CREATE, values);
        return findKey(own, accountId, created!.id);
      }),
    );
  }

  rotate(
    accountId: number,
    id: number,
    { keyHash, last4 }: Pick<NewApiKey, 'keyHash' | 'last4'>,
    overlapMs: number,
  ): Promise<RotatedKey> {
    const rotated = this.#as<RotatedKey>(accountId, async (own) => {
      // Serializes changes of limits and keys of the account.
      await own.query('SELECT access.lock_own_account()');
      const before = await findKey(own, accountId, id);
      if (before === null) return { outcome: 'not-found' };
      const retired = await own.query<{ id: number }>(RETIRE, [accountId, id, overlapMs]);
      if (retired.length === 0) return { outcome: 'not-active' };
      const { name, dailyLimit, expiresAt, createdAt } = before;
      const values = [accountId, keyHash, last4, name, dailyLimit, expiresAt, createdAt, id];
      const [created] = await own.query<{ id: number }>(SUCCEED, values);
      return {
        outcome: 'rotated',
        created: (await findKey(own, accountId, created!.id))!,
        previous: (await findKey(own, accountId, id))!,
      };
    });
    return unlessLimited({ outcome: 'limit' }, rotated);
  }

  revoke(accountId: number, id: number): Promise<OwnApiKey | null> {
    return this.#as(accountId, async (own) => {
      await own.query(REVOKE, [accountId, id]);
      return findKey(own, accountId, id);
    });
  }

  async #as<Result>(accountId: number, work: (own: Repositories) => Promise<Result>): Promise<Result> {
    return (await this.database.repositories()).asAccount(accountId, work);
  }
}

async function findKey({ query }: Repositories, accountId: number, id: number): Promise<OwnApiKey | null> {
  return (await query<OwnApiKey>(OWN_KEYS, [accountId, id]))[0] ?? null;
}

/** The trigger for five keys rolled back the transaction. */
async function unlessLimited<Result, Limited>(limited: Limited, work: Promise<Result>): Promise<Result | Limited> {
  try {
    return await work;
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'api_key_limit') return limited;
    throw error;
  }
}
