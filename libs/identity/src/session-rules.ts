const MINUTE = 60_000;
const DAY = 86_400_000;

export const SESSION_IDLE_MS = 7 * DAY;
export const SESSION_LIFETIME_MS = 30 * DAY;
/** Precision of recorded uses, so that reading does not write each time. */
export const SESSION_USE_RECORDED_EVERY_MS = MINUTE;
/** Time after sign-in or step-up without another re-authentication. */
export const FRESH_MS = 10 * MINUTE;
/** The least recently used session ends for a new one. */
export const MAX_SESSIONS = 50;
export const KNOWN_DEVICE_MS = 400 * DAY;
export const MAX_KNOWN_DEVICES = 100;

export function sessionEnd(begunAt: Date): Date {
  return new Date(begunAt.getTime() + SESSION_LIFETIME_MS);
}

interface Proven {
  readonly method: string;
  readonly createdAt: Date;
  readonly verifiedAt: Date;
}

/** Null: re-authentication is needed now. `linkFreshMs` applies to sessions started by a link. */
export function freshUntil({ method, createdAt, verifiedAt }: Proven, now: Date, linkFreshMs: number): Date | null {
  const isByLink = method === 'link' && verifiedAt.getTime() === createdAt.getTime();
  const until = new Date(verifiedAt.getTime() + (isByLink ? linkFreshMs : FRESH_MS));
  return until > now ? until : null;
}
