import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits as 43 URL-safe characters. */
export function newSecretToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

export function isSecretToken(text: string): boolean {
  return TOKEN.test(text);
}

/** SHA-256. A slow hash adds nothing for 256 random bits. */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

const MINUTE = 60_000;
const DAY = 86_400_000;

export const TOKEN_LIFETIME_MS = {
  sign_in: 15 * MINUTE,
  invitation: 7 * DAY,
  sign_up: 7 * DAY,
  reset: 15 * MINUTE,
  address_change: 15 * MINUTE,
  // Long enough for a mailbox that is read once a week.
  address_restore: 7 * DAY,
  second_factor: 10 * MINUTE,
  passkey_sign_in: 10 * MINUTE,
  passkey_step_up: 10 * MINUTE,
  passkey_registration: 10 * MINUTE,
} as const;
