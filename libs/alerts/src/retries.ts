/** The last attempt is 28 hours after the first. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5_000,
  5 * 60_000,
  30 * 60_000,
  2 * 3_600_000,
  5 * 3_600_000,
  10 * 3_600_000,
  10 * 3_600_000,
];
/** Random extension, so that deliveries that failed together are not repeated together. */
const JITTER = 0.1;
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;
/** An endpoint that fails this long without a success or quiet time is switched off. */
export const GIVE_UP_AFTER_MS = 5 * 24 * 3_600_000;
/** Failure-free time that resets an endpoint's failures. Must exceed every retry interval. */
const QUIET_MS = 36 * 3_600_000;

export interface AttemptOutcome {
  /** Null: no response. */
  readonly status: number | null;
  /** Null: no header. */
  readonly retryAfter: string | null;
}

/** Redirects are not followed, so they fail. */
export function isAccepted({ status }: AttemptOutcome): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Whether the receiver refuses all further deliveries. */
export function isGone({ status }: AttemptOutcome): boolean {
  return status === 410;
}

/** Null: last attempt. `failures` includes this one; `random` is in [0, 1). A receiver can only delay. */
export function nextAttemptAt(failures: number, outcome: AttemptOutcome, now: Date, random: number): Date | null {
  const delay = RETRY_DELAYS_MS[failures - 1];
  if (delay === undefined) return null;
  const asked = retryAfterMs(outcome.retryAfter, now);
  return new Date(now.getTime() + Math.max(delay * (1 + JITTER * random), asked ?? 0));
}

/** Seconds or HTTP date; null: invalid. */
export function retryAfterMs(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,10}$/.test(text)) return Math.min(Number(text) * 1_000, MAX_RETRY_AFTER_MS);
  // HTTP dates only: Date.parse accepts much more, such as a bare year.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - now.getTime()), MAX_RETRY_AFTER_MS);
}

/** An older last failure starts a new failure period. */
export function quietSince(now: Date): Date {
  return new Date(now.getTime() - QUIET_MS);
}

export function isGivenUp(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= GIVE_UP_AFTER_MS;
}
