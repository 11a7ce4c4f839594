import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
/** Steps before and after now that are accepted, for clock drift. */
const ACCEPTED_DRIFT = 1;
/** Steps within which setup detects a wrong phone clock. */
const RECOGNIZED_DRIFT = 20;
const SECRET_BYTES = 20;

/** Base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

export function totpUri(secret: string, email: string): string {
  return generatorOf(secret, email).toString();
}

/** Time step of a code, which must never be accepted again; null: none. */
export function matchingTotpStep(secret: string, code: string, now: Date): number | null {
  const drift = driftOf(secret, code, now, ACCEPTED_DRIFT);
  return drift === null ? null : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + drift;
}

/** Whether a code fits a wrong clock. Only during setup: elsewhere it would confirm codes that become valid later. */
export function isTotpOfAnotherTime(secret: string, code: string, now: Date): boolean {
  return driftOf(secret, code, now, RECOGNIZED_DRIFT) !== null;
}

function driftOf(secret: string, code: string, now: Date, window: number): number | null {
  return generatorOf(secret).validate({ token: code, timestamp: now.getTime(), window });
}

function generatorOf(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: 'Brickmarket', label, secret: Secret.fromBase32(secret), period: STEP_SECONDS, digits: 6 });
}

const RECOVERY_CODE_COUNT = 10;
/** Excludes similar letters and digits. */
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const RECOVERY_LENGTH = 10;

/** `xxxxx-xxxxx`: about 49 random bits each. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () => {
    const letters = Array.from(
      { length: RECOVERY_LENGTH },
      () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]!,
    );
    return `${letters.slice(0, RECOVERY_LENGTH / 2).join('')}-${letters.slice(RECOVERY_LENGTH / 2).join('')}`;
  });
}

export type SecondFactorCode =
  | { readonly kind: 'totp'; readonly code: string }
  | { readonly kind: 'recovery'; readonly code: string };

/** Ignores spaces, hyphens and case; null: neither kind. */
export function readSecondFactorCode(text: string): SecondFactorCode | null {
  const typed = text.replace(/[\s-]/g, '').toLowerCase();
  if (/^\d{6}$/.test(typed)) return { kind: 'totp', code: typed };
  if (!/^[a-z0-9]{10}$/.test(typed)) return null;
  return { kind: 'recovery', code: `${typed.slice(0, RECOVERY_LENGTH / 2)}-${typed.slice(RECOVERY_LENGTH / 2)}` };
}
