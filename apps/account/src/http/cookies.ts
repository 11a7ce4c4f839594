import { KNOWN_DEVICE_MS, SESSION_LIFETIME_MS } from '@brickmarket/identity';
import type { SignedIn } from '@brickmarket/operations/identity';
import type { FastifyReply } from 'fastify';

// The prefix makes browsers refuse the cookie from anywhere but this very host, over HTTPS or from localhost.
export const SESSION_COOKIE = '__Host-brickmarket-session';
export const DEVICE_COOKIE = '__Host-brickmarket-device';

const ATTRIBUTES = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;

export function setSessionCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(SESSION_COOKIE, token, { ...ATTRIBUTES, maxAge: SESSION_LIFETIME_MS / 1000 });
}

/** The session's cookie, and the one by which the device is recognized at the next sign-in. */
export function setSignInCookies(reply: FastifyReply, { sessionToken, deviceToken }: SignedIn): void {
  setSessionCookie(reply, sessionToken);
  reply.setCookie(DEVICE_COOKIE, deviceToken, { ...ATTRIBUTES, maxAge: KNOWN_DEVICE_MS / 1000 });
}

/** The device stays recognized. */
export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, ATTRIBUTES);
}
