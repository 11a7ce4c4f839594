/** A counter of attempts, shared by all processes: so many at once, and one more each time the interval has passed. */
export interface AttemptSubject {
  readonly subject: string;
  readonly burst: number;
  readonly everyMs: number;
}

/** Counts attempts, exactly on any number of processes. */
export abstract class AttemptLimits {
  /** Charges an attempt to all subjects and returns 0, or charges none and returns the milliseconds to wait. */
  abstract spend(subjects: readonly AttemptSubject[], now: Date): Promise<number>;

  /** Takes the charge of a successful attempt back. */
  abstract refund(subjects: readonly AttemptSubject[]): Promise<void>;
}

/** Browsers that have signed in to an account before. */
export abstract class KnownDevices {
  /** Remembers one; of more than the most, those that were used least recently are forgotten. */
  abstract remember(accountId: number, tokenHash: Buffer, now: Date, max: number): Promise<void>;

  /** Whether it has been remembered since an instant. */
  abstract isKnown(accountId: number, tokenHash: Buffer, since: Date): Promise<boolean>;
}
