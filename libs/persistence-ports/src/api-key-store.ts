import { createHash } from 'node:crypto';
import type { IsoDay } from '@brickmarket/domain';

/** A key as every store knows it: SHA-256. Keys are 24 random bytes, which no slow hash would protect better. */
export function hashOfApiKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest();
}

/** What is remembered of a key. The key itself is not: nobody can look it up again. */
export interface ApiKeyRecord {
  readonly id: number;
  readonly name: string;
  readonly last4: string;
  readonly dailyLimit: number;
  readonly createdAt: Date;
  /** Null: never. */
  readonly expiresAt: Date | null;
  /** Null: not revoked. */
  readonly revokedAt: Date | null;
  /** The last UTC day on which a request was charged to it; null when no counter of it is kept. */
  readonly lastUsedOn: IsoDay | null;
}

export interface NewApiKey {
  readonly accountId: number;
  /** As `hashOfApiKey` makes it. */
  readonly keyHash: Buffer;
  readonly last4: string;
  readonly name: string;
  readonly dailyLimit: number;
  readonly expiresAt: Date | null;
}

/** The keys of all accounts. */
export abstract class ApiKeyStore {
  /** Null when the account already holds as many active keys as it may, also when two are created at the same moment. */
  abstract create(key: NewApiKey): Promise<ApiKeyRecord | null>;

  /** Null when there is no such key. Once this resolves no request is admitted with it. Revoking again keeps the first time. */
  abstract revoke(id: number): Promise<ApiKeyRecord | null>;

  /** Null when there is no such key. In force from the next request on; what was used today stays counted. */
  abstract changeDailyLimit(id: number, dailyLimit: number): Promise<ApiKeyRecord | null>;

  /** Every key the account ever had, oldest first. */
  abstract listByAccount(accountId: number): Promise<readonly ApiKeyRecord[]>;
}
