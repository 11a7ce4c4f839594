import { KNOWN_DEVICE_MS, SESSION_LIFETIME_MS } from '@brickmarket/identity';
import type { SignedIn } from '@brickmarket/operations/identity';
import type { FastifyReply } from 'fastify';

// The prefix limits the cookie to this host, over HTTPS or localhost.
export const SESSION_COOKIE = '__Host-brickmarket-session';
export const DEVICE_COOKIE = '__Host-brickmarket-device';

const ATTRIBUTES = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;

export function setSessionCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(SESSION_COOKIE, token, { ...ATTRIBUTES, maxAge: SESSION_LIFETIME_MS / 1000 });
}

/** Sets the cookies of session and device. */
export function setSignInCookies(reply: FastifyReply, { sessionToken, deviceToken }: SignedIn): void {
  setSessionCookie(reply, sessionToken);
  reply.setCookie(DEVICE_COOKIE, deviceToken, { ...ATTRIBUTES, maxAge: KNOWN_DEVICE_MS / 1000 });
}

/** Keeps the device cookie. */
export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, ATTRIBUTES);
}
