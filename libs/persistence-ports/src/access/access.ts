import { hash } from 'node:crypto';
import type { EpochDay, IsoDay, Plan } from '@brickmarket/domain';
import type { DataVersions } from '../ops/system.ts';

/** Plans that include the API. The admission statement checks them. */
export const PLANS_WITH_API: readonly Plan[] = ['reseller'];

/** A customer, who may own keys, brickfolios and sales. */
export interface Account {
  readonly id: number;
  readonly email: string;
  readonly plan: Plan;
  readonly createdAt: Date;
}

/** How many rows belong to an account, by kind. */
export interface AccountRowCounts {
  readonly keys: number;
  readonly usageDays: number;
  readonly brickfolios: number;
  readonly holdings: number;
  readonly sales: number;
}

/** The accounts, identified by their e-mail address in lower case. */
export abstract class AccountStore {
  /** Null: the address is taken, also when two are created concurrently. */
  abstract create(email: string, plan: Plan): Promise<Account | null>;

  /** Null: no such account. Applies from the next request. */
  abstract changePlan(email: string, plan: Plan): Promise<Account | null>;

  abstract findByEmail(email: string): Promise<Account | null>;

  abstract countRows(accountId: number): Promise<AccountRowCounts>;

  /** All or nothing. Revokes the keys first, also if the rest fails. Null: no such account. */
  abstract delete(accountId: number): Promise<AccountRowCounts | null>;

  abstract listAll(): Promise<readonly Account[]>;
}

/** The prefix of every API key. */
export const API_KEY_PREFIX = 'bmk_';
const API_KEY = /^bmk_[0-9a-f]{48}$/;

/** Whether a text has the form of an API key: the prefix and 48 lower-case hexadecimal characters. */
export function isApiKeyFormat(text: string): boolean {
  return API_KEY.test(text);
}

/** SHA-256 of a key. A slow hash adds nothing for 24 random bytes. */
export function hashOfApiKey(apiKey: string): Buffer {
  return hash('sha256', apiKey, 'buffer');
}

/** What is stored of a key. */
export interface ApiKeyRecord {
  readonly id: number;
  readonly name: string;
  readonly last4: string;
  readonly dailyLimit: number;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** Last UTC day on which a request was charged; null: no usage counter is stored. */
  readonly lastUsedOn: IsoDay | null;
}

/** A key to be stored. */
export interface NewApiKey {
  readonly accountId: number;
  readonly keyHash: Buffer;
  readonly last4: string;
  readonly name: string;
  /** Requests per UTC day; null: the operator's limit for this account, otherwise 1000. */
  readonly dailyLimit: number | null;
  readonly expiresAt: Date | null;
}

/** Five slots per account: a slot keeps today's usage for its next key; a new key takes the least used free one. */
export abstract class ApiKeyStore {
  /** Null: the account has its maximum of active keys, also under concurrent calls. */
  abstract create(key: NewApiKey): Promise<ApiKeyRecord | null>;

  /** Null: no such key. Admits nothing once resolved. Revoking again keeps the first time. */
  abstract revoke(id: number): Promise<ApiKeyRecord | null>;

  /** Also changes the keys it replaced. Null: no such key. Applies from the next request; today's usage stays. */
  abstract changeDailyLimit(id: number, dailyLimit: number): Promise<ApiKeyRecord | null>;

  /** Limits all keys that are not revoked, and future ones. Returns every key of the account, oldest first. */
  abstract changeDailyLimits(accountId: number, dailyLimit: number): Promise<readonly ApiKeyRecord[]>;

  /** Includes revoked keys; oldest first. */
  abstract listByAccount(accountId: number): Promise<readonly ApiKeyRecord[]>;
}

/** The requests of one key that are decided together. */
export interface KeyCharge {
  readonly keyHash: Buffer;
  readonly costs: readonly number[];
}

/** An active key at the moment it was charged. */
export interface ChargedKey {
  readonly keyId: number;
  readonly accountId: number;
  /** False: nothing was charged. */
  readonly includesApi: boolean;
  readonly dailyLimit: number;
  /** Quota used before this charge, also by earlier keys of the slot; at least the limit if none was left. */
  readonly usedBefore: number;
  /** Which costs were charged, in order of arrival; null: all. */
  readonly fitted: readonly boolean[] | null;
  readonly day: string;
  readonly resetsAt: Date;
  readonly chargedAt: Date;
  readonly versions: DataVersions;
  /** Null unless requested. */
  readonly bookVersion: number | null;
}

/** Authenticates, checks the plan and charges the quota, without any cache. */
export abstract class AdmissionGate {
  /** Atomic, in order; null: unknown, revoked or expired. Each key comes once. Durable once resolved. */
  abstract charge(
    charges: readonly KeyCharge[],
    options?: { readonly withBooks?: boolean },
  ): Promise<readonly (ChargedKey | null)[]>;

  /** Refunds a failed request on the day that was charged. */
  abstract refund(keyId: number, day: string, cost: number): Promise<void>;
}

/** What one key has used. */
export interface KeyUsage {
  readonly keyId: number;
  readonly name: string;
  readonly last4: string;
  readonly dailyLimit: number;
  readonly usedToday: number;
  /** Used today by earlier keys of the slot; counts against the quota. */
  readonly carriedToday: number;
  readonly days: readonly { readonly day: IsoDay; readonly used: number }[];
}

/** What an account's keys have used over a period that ends today. */
export interface AccountUsage {
  readonly today: IsoDay;
  readonly keys: readonly KeyUsage[];
}

/** Reads the usage counters of the quota. */
export abstract class KeyUsageReport {
  /** Includes today and every key of the account, oldest key first. */
  abstract lastDays(accountId: number, dayCount: number): Promise<AccountUsage>;
}

/** What a key has asked of one route. */
export interface RouteUse {
  readonly keyId: number;
  readonly route: string;
  readonly requests: number;
  /** Quota charged: a request can cost several, a failed one nothing. */
  readonly charged: number;
  readonly refused: number;
}

/** What a key has asked of one route on one UTC day. */
export interface RouteUseOfDay extends RouteUse {
  readonly day: IsoDay;
}

/** Requests per key, route and day. Lags the quota's counters by seconds. */
export abstract class RouteUsage {
  abstract note(uses: readonly RouteUseOfDay[]): Promise<void>;

  /** Includes today; by day, key and route. */
  abstract lastDays(accountId: number, dayCount: number): Promise<readonly RouteUseOfDay[]>;
}

/** Deletes old usage counters, so that their table does not grow without bound. */
export abstract class KeyUsageRetention {
  /** Deletes key counters before `day` and route counters before `routeDay`; returns how many. */
  abstract deleteBefore(day: EpochDay, routeDay: EpochDay): Promise<number>;
}
