import type { IsoDay } from '@brickmarket/domain';
import { type ApiKeyRecord, ApiKeyStore, type NewApiKey } from '@brickmarket/persistence-ports';
import type { FindOptionsWhere } from 'typeorm';
import type { Database } from '../database/database.ts';
import type { ApiKeyEntity } from './access-entities.ts';

/** Keys through TypeORM: they are edited one at a time. A trigger of the table limits how many are active. */
export class PostgresApiKeyStore extends ApiKeyStore {
  constructor(private readonly database: Database) {
    super();
  }

  async create({ accountId, keyHash, last4, name, dailyLimit, expiresAt }: NewApiKey): Promise<ApiKeyRecord | null> {
    const { apiKeys } = await this.database.repositories();
    try {
      const { identifiers } = await apiKeys.insert({ accountId, keyHash, last4, name, dailyLimit, expiresAt });
      return await this.findOne(identifiers[0]!['id'] as number);
    } catch (error) {
      if ((error as { constraint?: string }).constraint === 'api_key_limit') return null;
      throw error;
    }
  }

  async revoke(id: number): Promise<ApiKeyRecord | null> {
    const { apiKeys } = await this.database.repositories();
    // Only a key that is not revoked yet, so that revoking again keeps the first time.
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
    const { apiKeys } = await this.database.repositories();
    await apiKeys.update({ id }, { dailyLimit });
    return this.findOne(id);
  }

  listByAccount(accountId: number): Promise<readonly ApiKeyRecord[]> {
    return this.list({ accountId });
  }

  private async findOne(id: number): Promise<ApiKeyRecord | null> {
    return (await this.list({ id }))[0] ?? null;
  }

  private async list(where: FindOptionsWhere<ApiKeyEntity>): Promise<readonly ApiKeyRecord[]> {
    const { apiKeys, keyUsage } = await this.database.repositories();
    // The last use is read from the quota's counters, so that requests need no write of their own for it.
    const { entities, raw } = await apiKeys
      .createQueryBuilder('key')
      .addSelect(
        (select) => select.select('max(usage.day)::text').from(keyUsage.target, 'usage').where('usage.keyId = key.id'),
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
