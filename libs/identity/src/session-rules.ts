const MINUTE = 60_000;
const DAY = 86_400_000;

/** A session that is not used for this long has ended. */
export const SESSION_IDLE_MS = 7 * DAY;
/** A session ends after this long, however much it is used. */
export const SESSION_LIFETIME_MS = 30 * DAY;
/** Uses of a session are recorded this exactly, so that reading a page does not write with every request. */
export const SESSION_USE_RECORDED_EVERY_MS = MINUTE;
/** How long after signing in or stepping up a session may do what needs a fresh proof. */
export const FRESH_MS = 10 * MINUTE;
/** An account has at most so many sessions: the least recently used one ends when another begins. */
export const MAX_SESSIONS = 50;
/** A browser that has signed in is known for this long. */
export const KNOWN_DEVICE_MS = 400 * DAY;
/** Of an account at most so many browsers are known, those that were used last. */
export const MAX_KNOWN_DEVICES = 100;

/** When a session that begins now ends at the latest. */
export function sessionEnd(begunAt: Date): Date {
  return new Date(begunAt.getTime() + SESSION_LIFETIME_MS);
}

/** What of a session tells whether its proof is fresh. */
interface Proven {
  readonly method: string;
  readonly createdAt: Date;
  readonly verifiedAt: Date;
}

/**
 * Until when a session needs no step-up; null when it needs one now. `linkFreshMs` is how long the proof by the link
 * that began a session is fresh.
 */
export function freshUntil({ method, createdAt, verifiedAt }: Proven, now: Date, linkFreshMs: number): Date | null {
  const isByLink = method === 'link' && verifiedAt.getTime() === createdAt.getTime();
  const until = new Date(verifiedAt.getTime() + (isByLink ? linkFreshMs : FRESH_MS));
  return until > now ? until : null;
}
