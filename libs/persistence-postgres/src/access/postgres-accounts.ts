import type { Plan, IsoDay } from '@brickmarket/domain';
import {
  type Account,
  type AccountRowCounts,
  AccountStore,
  type ApiKeyRecord,
  ApiKeyStore,
  type NewApiKey,
} from '@brickmarket/persistence-ports';
import type { FindOptionsWhere } from 'typeorm';
import type { Database } from '../database/database.ts';
import type { Repositories } from '../repositories.ts';
import type { AccountEntity, ApiKeyEntity } from './access-entities.ts';

// Plain SQL: every account command starts with it, and loading TypeORM takes longer than most of them run.
const FIND_BY_EMAIL = 'SELECT id, email, plan, created_at AS "createdAt" FROM access.account WHERE email = $1';

export class PostgresAccountStore extends AccountStore {
  constructor(private readonly database: Database) {
    super();
  }

  async create(email: string, plan: Plan): Promise<Account | null> {
    const { accounts } = await this.database.repositories();
    const { raw } = await accounts
      .createQueryBuilder()
      .insert()
      .values({ email, plan })
      .orIgnore('("email")')
      .returning('id')
      .execute();
    return (raw as readonly unknown[]).length === 0 ? null : this.findByEmail(email);
  }

  async changePlan(email: string, plan: Plan): Promise<Account | null> {
    const { accounts } = await this.database.repositories();
    await accounts.update({ email }, { plan });
    return this.findByEmail(email);
  }

  async findByEmail(email: string): Promise<Account | null> {
    return (await this.database.prepared<Account>('find_account', FIND_BY_EMAIL, [email]))[0] ?? null;
  }

  async countRows(accountId: number): Promise<AccountRowCounts> {
    const { apiKeys, keyUsage, query } = await this.database.repositories();
    const [book] = await query<Pick<AccountRowCounts, 'brickfolios' | 'holdings' | 'sales'>>(COUNT_BOOK, [accountId]);
    return {
      keys: await apiKeys.countBy({ accountId }),
      usageDays: await keyUsage.countBy({ key: { accountId } }),
      ...book!,
    };
  }

  async delete(accountId: number): Promise<AccountRowCounts | null> {
    const repositories = await this.database.repositories();
    // Committed first: a request charged during the deletion would insert a row that refers to a deleted key.
    await revokeKeys(repositories, accountId);
    return repositories.transaction(async (inTransaction) => {
      const { accounts, apiKeys, keyUsage, query } = inTransaction;
      const deleteOf = async (table: string): Promise<number> =>
        (await query(`DELETE FROM portfolio.${table} WHERE account_id = $1 RETURNING id`, [accountId])).length;
      const keyIds = await lockRows(inTransaction, accountId);
      for (const statement of FORGET) await query(statement, [accountId]);
      // Referring rows first.
      const deleted = {
        usageDays: countOf(
          await keyUsage.createQueryBuilder().delete().where('key_id = ANY(:keyIds)', { keyIds }).execute(),
        ),
        keys: countOf(await apiKeys.delete({ accountId })),
        holdings: await deleteOf('holding'),
        brickfolios: await deleteOf('brickfolio'),
        sales: await deleteOf('sale'),
      };
      return countOf(await accounts.delete({ id: accountId })) === 0 ? null : deleted;
    });
  }

  async listAll(): Promise<readonly Account[]> {
    const { accounts } = await this.database.repositories();
    return (await accounts.find({ order: { id: 'ASC' } })).map(accountOf);
  }
}

const COUNT_BOOK = `
SELECT (SELECT count(*)::integer FROM portfolio.brickfolio WHERE account_id = $1) AS brickfolios,
       (SELECT count(*)::integer FROM portfolio.holding WHERE account_id = $1) AS holdings,
       (SELECT count(*)::integer FROM portfolio.sale WHERE account_id = $1) AS sales`;

// An address that the account has left may be another user's: only its earlier tokens are deleted.
const OWN_ADDRESSES = `
WITH own AS (
  SELECT email, 'infinity'::timestamptz AS until FROM access.account WHERE id = $1
  UNION ALL
  SELECT email, created_at FROM identity.one_time_token WHERE account_id = $1 AND purpose = 'address_restore'
)`;

/** Rows that name an account without a foreign key; hosts shared with other accounts keep their limit. */
const FORGET = [
  `${OWN_ADDRESSES}
DELETE FROM identity.attempt_allowance WHERE split_part(subject, ':account:', 2) IN (
  SELECT translate(encode(sha256(convert_to(name, 'UTF8')), 'base64'), '+/=', '-_')
  FROM (SELECT email FROM own UNION SELECT $1::integer::text) AS names (name))`,
  `${OWN_ADDRESSES}
DELETE FROM identity.one_time_token t USING own
WHERE t.account_id IS NULL AND t.email = own.email AND t.created_at <= own.until`,
  `
DELETE FROM events.send_allowance
WHERE split_part(subject, '/account/', 2) = $1::integer::text OR split_part(subject, '/host/', 2) IN (
  SELECT events.host_of(url) FROM events.endpoint WHERE account_id = $1
  EXCEPT SELECT events.host_of(url) FROM events.endpoint WHERE account_id <> $1)`,
];

async function revokeKeys({ apiKeys }: Repositories, accountId: number): Promise<void> {
  await apiKeys
    .createQueryBuilder()
    .update()
    .set({ revokedAt: () => 'now()' })
    .where({ accountId })
    .andWhere('revoked_at IS NULL')
    .execute();
}

/** Running inserts finish, later ones fail. Admission's key order rules out deadlocks. Returns the key ids. */
async function lockRows({ accounts, apiKeys, query }: Repositories, accountId: number): Promise<number[]> {
  const lock = { mode: 'pessimistic_write' } as const;
  await accounts.find({ select: { id: true }, where: { id: accountId }, lock });
  await query('SELECT id FROM portfolio.brickfolio WHERE account_id = $1 ORDER BY id FOR UPDATE', [accountId]);
  const keys = await apiKeys.find({ select: { id: true }, where: { accountId }, order: { id: 'ASC' }, lock });
  return keys.map(({ id }) => id);
}

function countOf({ affected }: { affected?: number | null }): number {
  return affected ?? 0;
}

function accountOf({ id, email, plan, createdAt }: AccountEntity): Account {
  return { id, email, plan, createdAt };
}

// The account's limit is the default. Plain SQL, as TypeORM's types allow no null here.
const CREATE_KEY = `
INSERT INTO access.api_key (account_id, key_hash, last4, name, daily_limit, expires_at)
VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`;

// Waits for a rotation in progress, so that its successor gets the limit too.
const LOCK_ACCOUNT_OF_KEY = `
SELECT FROM access.account WHERE id = (SELECT account_id FROM access.api_key WHERE id = $1) FOR UPDATE`;

const LIMIT_KEY_AND_SUCCESSORS = `
WITH RECURSIVE line AS (
  SELECT $1::integer AS id
  UNION ALL
  SELECT k.id FROM line l JOIN access.api_key k ON k.predecessor_id = l.id
)
UPDATE access.api_key k SET daily_limit = $2 FROM line l WHERE k.id = l.id`;

/** A trigger limits active keys and assigns slots. */
export class PostgresApiKeyStore extends ApiKeyStore {
  constructor(private readonly database: Database) {
    super();
  }

  async create({ accountId, keyHash, last4, name, dailyLimit, expiresAt }: NewApiKey): Promise<ApiKeyRecord | null> {
    const { query } = await this.database.repositories();
    try {
      const values = [accountId, keyHash, last4, name, dailyLimit, expiresAt];
      const [created] = await query<{ id: number }>(CREATE_KEY, values);
      return await this.findOne(created!.id);
    } catch (error) {
      if ((error as { constraint?: string }).constraint === 'api_key_limit') return null;
      throw error;
    }
  }

  async revoke(id: number): Promise<ApiKeyRecord | null> {
    const { apiKeys } = await this.database.repositories();
    // Only if not revoked yet, so that a second call keeps the time.
    await apiKeys
      .createQueryBuilder()
      .update()
      .set({ revokedAt: () => 'now()' })
      .where({ id })
      .andWhere('revoked_at IS NULL')
      .execute();
    return this.findOne(id);
  }

  async changeDailyLimit(id: number, dailyLimit: number): Promise<ApiKeyRecord | null> {
    const repositories = await this.database.repositories();
    await repositories.transaction(async ({ query }) => {
      await query(LOCK_ACCOUNT_OF_KEY, [id]);
      await query(LIMIT_KEY_AND_SUCCESSORS, [id, dailyLimit]);
    });
    return this.findOne(id);
  }

  async changeDailyLimits(accountId: number, dailyLimit: number): Promise<readonly ApiKeyRecord[]> {
    const repositories = await this.database.repositories();
    await repositories.transaction(async ({ accounts, apiKeys }) => {
      // The account first: concurrent new keys wait and get the new limit.
      await accounts.update({ id: accountId }, { dailyLimit });
      await apiKeys
        .createQueryBuilder()
        .update()
        .set({ dailyLimit })
        .where({ accountId })
        .andWhere('revoked_at IS NULL')
        .execute();
    });
    return this.listByAccount(accountId);
  }

  listByAccount(accountId: number): Promise<readonly ApiKeyRecord[]> {
    return this.list({ accountId });
  }

  private async findOne(id: number): Promise<ApiKeyRecord | null> {
    return (await this.list({ id }))[0] ?? null;
  }

  private async list(where: FindOptionsWhere<ApiKeyEntity>): Promise<readonly ApiKeyRecord[]> {
    const { apiKeys, keyUsage } = await this.database.repositories();
    // The last use comes from the quota's counters, which saves a write per request.
    const { entities, raw } = await apiKeys
      .createQueryBuilder('key')
      .addSelect(
        (select) =>
          select
            .select('max(usage.day)::text')
            .from(keyUsage.target, 'usage')
            .where('usage.keyId = key.id AND usage.used > 0'),
        'last_used_on',
      )
      .where(where)
      .orderBy('key.id')
      .getRawAndEntities<{ last_used_on: IsoDay | null }>();
    return entities.map((key, index) => keyRecord(key, raw[index]!.last_used_on));
  }
}

function keyRecord(key: ApiKeyEntity, lastUsedOn: IsoDay | null): ApiKeyRecord {
  const { id, name, last4, dailyLimit, createdAt, expiresAt, revokedAt } = key;
  return { id, name, last4, dailyLimit, createdAt, expiresAt, revokedAt, lastUsedOn };
}
