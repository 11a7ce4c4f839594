import type { IsoDay } from '@brickmarket/domain';

/** What one key has used. */
export interface KeyUsage {
  readonly keyId: number;
  readonly name: string;
  readonly last4: string;
  readonly dailyLimit: number;
  readonly usedToday: number;
  /** The days of the period on which it was used, oldest first. */
  readonly days: readonly { readonly day: IsoDay; readonly used: number }[];
}

/** What an account's keys have used over a period that ends today. */
export interface AccountUsage {
  /** The day that counts now, by the clock the quota goes by. */
  readonly today: IsoDay;
  readonly keys: readonly KeyUsage[];
}

/** The counters behind the quota, to look at. */
export abstract class KeyUsageReport {
  /** The last `dayCount` days, today included, of every key the account ever had, oldest key first. */
  abstract lastDays(accountId: number, dayCount: number): Promise<AccountUsage>;
}
