/** How long to wait after each failed attempt: the first is repeated soon, the last one is 28 hours after the first. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5_000,
  5 * 60_000,
  30 * 60_000,
  2 * 3_600_000,
  5 * 3_600_000,
  10 * 3_600_000,
  10 * 3_600_000,
];
/** A delay is made longer by up to this part, so that deliveries which failed together are not repeated together. */
const JITTER = 0.1;
/** A receiver cannot put us off for longer than this. */
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;
/** An endpoint that has failed for this long, without a success or a quiet time between, is switched off. */
export const GIVE_UP_AFTER_MS = 5 * 24 * 3_600_000;
/**
 * After this long without an attempt that failed, failures are counted anew: what happened between is not known. Longer
 * than the longest time between two attempts at a message, so that nothing which is being repeated is quiet.
 */
const QUIET_MS = 36 * 3_600_000;

/** How an attempt ended. */
export interface AttemptOutcome {
  /** Null: there was no response. */
  readonly status: number | null;
  /** The header as received; null: there was none. */
  readonly retryAfter: string | null;
}

/** Whether a receiver has accepted a delivery. A redirect is not followed, so it is a failure. */
export function isAccepted({ status }: AttemptOutcome): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Whether a receiver has said that it never wants another delivery. */
export function isGone({ status }: AttemptOutcome): boolean {
  return status === 410;
}

/**
 * When to try again after a failed attempt; null: that was the last one. `failures` counts this one. `random` is from 0
 * (included) to 1. A receiver may ask for a later time, never for an earlier one.
 */
export function nextAttemptAt(failures: number, outcome: AttemptOutcome, now: Date, random: number): Date | null {
  const delay = RETRY_DELAYS_MS[failures - 1];
  if (delay === undefined) return null;
  const asked = retryAfterMs(outcome.retryAfter, now);
  return new Date(now.getTime() + Math.max(delay * (1 + JITTER * random), asked ?? 0));
}

/** How long a `Retry-After` header asks to wait, in seconds or as an HTTP date; null: it says nothing that is valid. */
export function retryAfterMs(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,10}$/.test(text)) return Math.min(Number(text) * 1_000, MAX_RETRY_AFTER_MS);
  // Only the date format of HTTP: Date.parse alone accepts many others, such as a bare year.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - now.getTime()), MAX_RETRY_AFTER_MS);
}

/** An endpoint whose last failure was before this fails anew. */
export function quietSince(now: Date): Date {
  return new Date(now.getTime() - QUIET_MS);
}

/** Whether an endpoint that fails since then is to be switched off. */
export function isGivenUp(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= GIVE_UP_AFTER_MS;
}
