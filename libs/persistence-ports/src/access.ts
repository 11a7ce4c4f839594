import { hash } from 'node:crypto';
import type { EpochDay, IsoDay, Plan } from '@brickmarket/domain';
import type { DataVersions } from './system.ts';

/** The plans that include the API: the one place that says so. Admission asks the database about these. */
export const PLANS_WITH_API: readonly Plan[] = ['reseller'];

/** A customer, who may own keys, brickfolios and sales. */
export interface Account {
  readonly id: number;
  /** Lower case; unique. */
  readonly email: string;
  readonly plan: Plan;
  readonly createdAt: Date;
}

/** How many rows belong to an account, by kind. */
export interface AccountRowCounts {
  readonly keys: number;
  /** Usage counters: one for each key and day. */
  readonly usageDays: number;
  readonly brickfolios: number;
  readonly holdings: number;
  readonly sales: number;
}

/** The accounts, identified by their e-mail address in lower case. */
export abstract class AccountStore {
  /** Null when the address is taken, also when two are created at the same moment. */
  abstract create(email: string, plan: Plan): Promise<Account | null>;

  /** Null when there is no such account. Applies from the next request on. */
  abstract changePlan(email: string, plan: Plan): Promise<Account | null>;

  /** Null when there is no such account. */
  abstract findByEmail(email: string): Promise<Account | null>;

  /** What `delete` would delete; all 0 for an unknown account. */
  abstract countRows(accountId: number): Promise<AccountRowCounts>;

  /**
   * Deletes an account and every row that belongs to it, all or nothing, and returns how many there were; null when
   * there is no such account. Its keys are revoked first and stay revoked when the rest fails, so that no request is
   * admitted while rows disappear.
   */
  abstract delete(accountId: number): Promise<AccountRowCounts | null>;

  /** Every account, oldest first. */
  abstract listAll(): Promise<readonly Account[]>;
}

/** The prefix of every API key. */
export const API_KEY_PREFIX = 'bmk_';
const API_KEY = /^bmk_[0-9a-f]{48}$/;

/** Whether a text has the form of an API key: the prefix and 48 lower-case hexadecimal characters. */
export function isApiKeyFormat(text: string): boolean {
  return API_KEY.test(text);
}

/** The form in which a key is stored: SHA-256. Keys are 24 random bytes, which a slow hash would not protect better. */
export function hashOfApiKey(apiKey: string): Buffer {
  return hash('sha256', apiKey, 'buffer');
}

/** What is stored of a key. The key itself is not stored, so nobody can read it again. */
export interface ApiKeyRecord {
  readonly id: number;
  readonly name: string;
  /** The last four characters of the key. */
  readonly last4: string;
  /** Requests per UTC day. */
  readonly dailyLimit: number;
  readonly createdAt: Date;
  /** Null: never expires. */
  readonly expiresAt: Date | null;
  /** Null: not revoked. */
  readonly revokedAt: Date | null;
  /** The last UTC day on which a request was charged to it; null when no usage counter of it is stored. */
  readonly lastUsedOn: IsoDay | null;
}

/** A key to be stored. */
export interface NewApiKey {
  readonly accountId: number;
  /** As `hashOfApiKey` returns it. */
  readonly keyHash: Buffer;
  /** The last four characters of the key. */
  readonly last4: string;
  readonly name: string;
  /** Requests per UTC day; null: the limit that the operator has given the account's keys, otherwise 1000. */
  readonly dailyLimit: number | null;
  /** Null: never expires. */
  readonly expiresAt: Date | null;
}

/**
 * The keys of all accounts. An account has five slots, and each active key occupies one. What was used of a slot today
 * counts for whichever key occupies it next, so that no sequence of making and ending keys gives an account more than
 * five times a key's limit in a UTC day. A new key takes the free slot of which least was used.
 */
export abstract class ApiKeyStore {
  /** Null when the account has its maximum of active keys, also when several are created at the same moment. */
  abstract create(key: NewApiKey): Promise<ApiKeyRecord | null>;

  /**
   * Null when there is no such key. Once this resolves no request is admitted with it. Revoking again keeps the first
   * time.
   */
  abstract revoke(id: number): Promise<ApiKeyRecord | null>;

  /**
   * Changes the limit of a key and of those it was replaced by. Null when there is no such key. Applies from the next
   * request on; what was used today stays counted.
   */
  abstract changeDailyLimit(id: number, dailyLimit: number): Promise<ApiKeyRecord | null>;

  /**
   * Gives all keys of an account that are not revoked a limit, and those that it will create. Returns every key it ever
   * had, oldest first.
   */
  abstract changeDailyLimits(accountId: number, dailyLimit: number): Promise<readonly ApiKeyRecord[]>;

  /** Every key the account ever had, oldest first. */
  abstract listByAccount(accountId: number): Promise<readonly ApiKeyRecord[]>;
}

/** The requests of one key that are decided together. */
export interface KeyCharge {
  /** As `hashOfApiKey` returns it. */
  readonly keyHash: Buffer;
  /** One for each request, in order of arrival. */
  readonly costs: readonly number[];
}

/** An active key at the moment it was charged. */
export interface ChargedKey {
  readonly keyId: number;
  readonly accountId: number;
  /** Whether the account's plan includes the API. If not, nothing was charged. */
  readonly includesApi: boolean;
  /** Requests per UTC day. */
  readonly dailyLimit: number;
  /**
   * What was used of the day's allowance before this charge, also by the keys whose slot it has taken over; at least
   * the limit when nothing was left.
   */
  readonly usedBefore: number;
  /** Which of the costs were charged, in order of arrival; null when all of them were. */
  readonly fitted: readonly boolean[] | null;
  /** The UTC day that was charged, by the database's clock. */
  readonly day: string;
  /** When the next day's allowance begins. */
  readonly resetsAt: Date;
  /** The database's clock when the keys were charged. */
  readonly chargedAt: Date;
  readonly versions: DataVersions;
  /** How often the account's books had changed; null unless it was asked for. */
  readonly bookVersion: number | null;
}

/** Authenticates, checks the plan and charges the quota, without any cache. */
export abstract class AdmissionGate {
  /**
   * Decides any number of keys in one atomic step. Answers in the order asked; null for a key that is unknown, revoked
   * or expired. Each key may be asked for once. Of its costs those are charged, in order of arrival, that the day's
   * allowance still covers. A key whose plan does not include the API is returned uncharged. Charges are durable once
   * this resolves.
   */
  abstract charge(
    charges: readonly KeyCharge[],
    options?: { readonly withBooks?: boolean },
  ): Promise<readonly (ChargedKey | null)[]>;

  /** Takes back the charge of a request that the service then failed to answer. `day` is the day that was charged. */
  abstract refund(keyId: number, day: string, cost: number): Promise<void>;
}

/** What one key has used. */
export interface KeyUsage {
  readonly keyId: number;
  readonly name: string;
  readonly last4: string;
  readonly dailyLimit: number;
  readonly usedToday: number;
  /** What keys that had its slot before have used today: it counts against the allowance too. */
  readonly carriedToday: number;
  /** The days of the period on which it was used, oldest first. */
  readonly days: readonly { readonly day: IsoDay; readonly used: number }[];
}

/** What an account's keys have used over a period that ends today. */
export interface AccountUsage {
  /** The UTC day that is being charged now, by the database's clock. */
  readonly today: IsoDay;
  readonly keys: readonly KeyUsage[];
}

/** Reads the usage counters of the quota. */
export abstract class KeyUsageReport {
  /** The last `dayCount` days, today included, of every key the account ever had, oldest key first. */
  abstract lastDays(accountId: number, dayCount: number): Promise<AccountUsage>;
}

/** What a key has asked of one route. */
export interface RouteUse {
  readonly keyId: number;
  /** The route's template. */
  readonly route: string;
  readonly requests: number;
  /** What these have cost of the allowance: one request can cost several, and one that we failed costs nothing. */
  readonly charged: number;
  /** How many of them were refused because the allowance was used up. */
  readonly refused: number;
}

/** What a key has asked of one route on one UTC day. */
export interface RouteUseOfDay extends RouteUse {
  readonly day: IsoDay;
}

/** What keys have asked of each route, by day. It follows the quota's counters by some seconds. */
export abstract class RouteUsage {
  /** Adds to what was noted before. Keys that are gone are ignored. */
  abstract note(uses: readonly RouteUseOfDay[]): Promise<void>;

  /** The use of the last `dayCount` days, today included, of an account's keys: by day, key and route. */
  abstract lastDays(accountId: number, dayCount: number): Promise<readonly RouteUseOfDay[]>;
}

/** Deletes old usage counters, so that their table does not grow without bound. */
export abstract class KeyUsageRetention {
  /** Deletes the counters of keys before `day` and those of routes before `routeDay`. Returns how many there were. */
  abstract deleteBefore(day: EpochDay, routeDay: EpochDay): Promise<number>;
}
