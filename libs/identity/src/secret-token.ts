import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A new secret of 256 random bits, for a session, a link or a challenge: 43 characters that a URL can hold. */
export function newSecretToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Whether a text has the form of such a secret. Nothing else needs to be looked up. */
export function isSecretToken(text: string): boolean {
  return TOKEN.test(text);
}

/** The form in which a secret is stored: SHA-256. A slow hash would not protect 256 random bits better. */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/** How long a one-time token of each purpose is good. */
export const TOKEN_LIFETIME_MS = {
  sign_in: 15 * MINUTE,
  invitation: 7 * DAY,
  sign_up: 7 * DAY,
  reset: 15 * MINUTE,
  address_change: 15 * MINUTE,
  // Long enough for somebody who reads that mailbox once a week.
  address_restore: 7 * DAY,
  second_factor: 10 * MINUTE,
  passkey_sign_in: 10 * MINUTE,
  passkey_step_up: 10 * MINUTE,
  passkey_registration: 10 * MINUTE,
} as const;
