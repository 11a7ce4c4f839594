import type { Plan } from '@brickmarket/domain';
import type { DataVersions } from './data-versions.ts';

/** The requests of one key that are to be decided together, as their costs in order of arrival. */
export interface KeyCharge {
  /** SHA-256 of the presented key. */
  readonly keyHash: Buffer;
  readonly costs: readonly number[];
}

/** A live key as it stood when it was charged. */
export interface ChargedKey {
  readonly keyId: number;
  readonly accountId: number;
  readonly plan: Plan;
  readonly dailyLimit: number;
  /** The day's counter before this charge. What was charged follows from it: each cost that still fitted, in order. */
  readonly usedBefore: number;
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
   * expired. A key whose plan does not include the API is returned uncharged. Charges are durable once this resolves.
   */
  abstract charge(charges: readonly KeyCharge[]): Promise<readonly (ChargedKey | null)[]>;

  /** Gives back what a request was charged that the service then failed to answer. */
  abstract refund(keyId: number, day: string, cost: number): Promise<void>;

  /** The hashes of all keys that are live now. */
  abstract listLiveKeyHashes(): Promise<readonly Buffer[]>;
}
