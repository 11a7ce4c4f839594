import type { DataVersions } from './data-versions.ts';

/** The requests of one key that are to be decided together, as their costs in order of arrival. */
export interface KeyCharge {
  /** As `hashOfApiKey` makes it. */
  readonly keyHash: Buffer;
  readonly costs: readonly number[];
}

/** A live key as it stood when it was charged. */
export interface ChargedKey {
  readonly keyId: number;
  readonly accountId: number;
  /** Whether the account's plan includes the API. If not, nothing was charged. */
  readonly includesApi: boolean;
  readonly dailyLimit: number;
  /** The day's counter before this charge; at least the limit when nothing was left. */
  readonly usedBefore: number;
  /** Which of the costs were charged, in order of arrival; null when all of them were. */
  readonly fitted: readonly boolean[] | null;
  /** The UTC day that was charged, by the database's clock. */
  readonly day: string;
  readonly resetsAt: Date;
  /** The database's clock when the keys were charged. */
  readonly chargedAt: Date;
  readonly versions: DataVersions;
}

/** Authenticates, checks the plan and charges the quota, always fresh from the store. */
export abstract class AdmissionGate {
  /**
   * Decides any number of keys in one atomic step. Answers in the order asked; null for a key that is unknown, revoked or
   * expired. Each key may be asked for once. Of its costs those are charged, in order of arrival, that the day's allowance
   * still covers. A key whose plan does not include the API is returned uncharged. Charges are durable once this resolves.
   */
  abstract charge(charges: readonly KeyCharge[]): Promise<readonly (ChargedKey | null)[]>;

  /** Gives back what a request was charged that the service then failed to answer. */
  abstract refund(keyId: number, day: string, cost: number): Promise<void>;
}
