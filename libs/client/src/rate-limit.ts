/** What is left of the key's daily allowance, as the last answer said. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** When it is whole again. */
  readonly reset: Date;
}

/** Null when the answer does not say: the key was not let in. */
export function rateLimitOf(headers: Headers): RateLimit | null {
  const [limit, remaining, reset] = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map((name) =>
    headers.get(name),
  );
  return limit && remaining && reset
    ? { limit: Number(limit), remaining: Number(remaining), reset: new Date(reset) }
    : null;
}

/** The Retry-After header in milliseconds; null when it is missing or no number of seconds. */
export function retryAfterMs(headers: Headers): number | null {
  const seconds = headers.get('retry-after');
  return seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) * 1_000 : null;
}
