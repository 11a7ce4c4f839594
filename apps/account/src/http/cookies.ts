import { KNOWN_DEVICE_MS, SESSION_LIFETIME_MS } from '@brickmarket/identity';
import type { SignedIn } from '@brickmarket/operations/identity';
import type { FastifyReply } from 'fastify';

// The prefix makes browsers refuse the cookie from anywhere but this very host, over HTTPS or from localhost.
export const SESSION_COOKIE = '__Host-brickmarket-session';
export const DEVICE_COOKIE = '__Host-brickmarket-device';

const ATTRIBUTES = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;

/** Gives the browser a session's secret. */
export function keepSession(reply: FastifyReply, token: string): void {
  reply.setCookie(SESSION_COOKIE, token, { ...ATTRIBUTES, maxAge: SESSION_LIFETIME_MS / 1000 });
}

/** Gives the browser the secrets of a new session. */
export function keepSignIn(reply: FastifyReply, { sessionToken, deviceToken }: SignedIn): void {
  keepSession(reply, sessionToken);
  reply.setCookie(DEVICE_COOKIE, deviceToken, { ...ATTRIBUTES, maxAge: KNOWN_DEVICE_MS / 1000 });
}

/** Has the browser forget its session. It stays known. */
export function forgetSession(reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, ATTRIBUTES);
}
