import { createHash } from 'node:crypto';
import type { NewOneTimeToken } from '../identity/one-time-tokens.ts';
import type { NewPasskey } from '../identity/passkeys.ts';
import type { NewSession, SessionBounds } from '../identity/sessions.ts';

export const NOW = new Date('2026-11-15T12:00:00Z');
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const PASSWORD_HASH = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$aGFzaA';

export const after = (ms: number): Date => new Date(NOW.getTime() + ms);
export const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** More than a test has, unless it tests them. */
export const BOUNDS: SessionBounds = { max: 50, idleMs: 7 * 24 * HOUR };

export const aSession = (accountId: number, token: string, facts: Partial<NewSession> = {}): NewSession => ({
  accountId,
  epoch: 0,
  tokenHash: hash(token),
  method: 'password',
  device: 'Firefox on Linux',
  address: '203.0.113.7',
  createdAt: NOW,
  expiresAt: after(30 * 24 * HOUR),
  ...facts,
});

export const aToken = (token: string, facts: Partial<NewOneTimeToken> = {}): NewOneTimeToken => ({
  tokenHash: hash(token),
  purpose: 'sign_in',
  accountId: null,
  epoch: null,
  email: 'ann@example.com',
  plan: null,
  challenge: null,
  createdAt: NOW,
  expiresAt: after(15 * MINUTE),
  ...facts,
});

export const aPasskey = (accountId: number, credential: string): NewPasskey => ({
  accountId,
  credentialId: Buffer.from(credential),
  publicKey: Buffer.from('public'),
  counter: 0,
  transports: ['internal', 'hybrid'],
  name: 'Phone',
  isSynced: true,
  createdAt: NOW,
});
