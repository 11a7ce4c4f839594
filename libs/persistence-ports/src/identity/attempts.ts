/** Shared counter: `burst` attempts, and one more every `everyMs`. */
export interface AttemptSubject {
  readonly subject: string;
  readonly burst: number;
  readonly everyMs: number;
}

/** Counts attempts, exactly on any number of processes. */
export abstract class AttemptLimits {
  /** Charges all subjects and returns 0, or none and returns the milliseconds to wait. */
  abstract spend(subjects: readonly AttemptSubject[], now: Date): Promise<number>;

  abstract refund(subjects: readonly AttemptSubject[]): Promise<void>;
}

/** Browsers that have signed in to an account before. */
export abstract class KnownDevices {
  /** Forgets the least recently used beyond `max`. */
  abstract remember(accountId: number, tokenHash: Buffer, now: Date, max: number): Promise<void>;

  abstract isKnown(accountId: number, tokenHash: Buffer, since: Date): Promise<boolean>;
}
