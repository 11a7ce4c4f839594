/** One write, as its client saw it, in milliseconds of the machine's clock. */
export interface LoggedWrite {
  /** What it added to: a key's charges, a brickfolio's holdings, an account's keys. */
  readonly subject: string;
  readonly sentAt: number;
  /** Null: it was never acknowledged. */
  ackedAt: number | null;
}

/** How a restored database differs from the log of what was written. */
export interface RestoreBalance {
  /** Acknowledged before the moment. */
  readonly expected: number;
  /** Of these, how many are not there. */
  readonly lost: number;
  /** There, although they were sent only after the moment. */
  readonly fromLater: number;
}

/**
 * Compares counts in a database that was restored to a moment with the log. What was acknowledged before it must be
 * there, what was sent after it must not; what was in progress may be either.
 */
export function balanceAt(
  moment: number,
  log: readonly LoggedWrite[],
  counts: ReadonlyMap<string, number>,
): RestoreBalance {
  const least = new Map<string, number>();
  const most = new Map<string, number>();
  const add = (to: Map<string, number>, subject: string): void => void to.set(subject, (to.get(subject) ?? 0) + 1);
  for (const { subject, sentAt, ackedAt } of log) {
    if (ackedAt !== null && ackedAt < moment) add(least, subject);
    if (sentAt <= moment) add(most, subject);
  }
  const sum = { expected: 0, lost: 0, fromLater: 0 };
  for (const subject of new Set([...least.keys(), ...most.keys(), ...counts.keys()])) {
    const found = counts.get(subject) ?? 0;
    sum.expected += least.get(subject) ?? 0;
    sum.lost += Math.max(0, (least.get(subject) ?? 0) - found);
    sum.fromLater += Math.max(0, found - (most.get(subject) ?? 0));
  }
  return sum;
}
