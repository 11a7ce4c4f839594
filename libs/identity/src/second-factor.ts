import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
/** Steps before and after now in which a code is taken: clocks of phones differ by some seconds. */
const ACCEPTED_DRIFT = 1;
/** Steps within which a code shows, while an app is set up, that the clock of the phone is wrong. */
const RECOGNIZED_DRIFT = 20;
const SECRET_BYTES = 20;

/** A new secret for an authenticator app, in Base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address by which an authenticator app takes over a secret, usually shown as a QR code. */
export function totpUri(secret: string, email: string): string {
  return generatorOf(secret, email).toString();
}

/** The time step that a code of six digits belongs to now, which must never be accepted again; null when to none. */
export function matchingTotpStep(secret: string, code: string, now: Date): number | null {
  const drift = driftOf(secret, code, now, ACCEPTED_DRIFT);
  return drift === null ? null : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + drift;
}

/**
 * Whether a code is right for a time some minutes from now, as from a phone whose clock is off. Only for whoever is
 * shown the secret anyway: to anybody else it would tell a code that is accepted later.
 */
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
/** Without letters and digits that are mistaken for each other. */
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const RECOVERY_LENGTH = 10;

/** New recovery codes, `xxxxx-xxxxx`: about 49 random bits each, good once. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () => {
    const letters = Array.from(
      { length: RECOVERY_LENGTH },
      () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]!,
    );
    return `${letters.slice(0, RECOVERY_LENGTH / 2).join('')}-${letters.slice(RECOVERY_LENGTH / 2).join('')}`;
  });
}

/** What a person typed as a second factor. */
export type SecondFactorCode =
  | { readonly kind: 'totp'; readonly code: string }
  /** In the form in which it was shown. */
  | { readonly kind: 'recovery'; readonly code: string };

/** Reads a code, whatever spaces, hyphens or capitals were typed; null when it can be neither. */
export function readSecondFactorCode(text: string): SecondFactorCode | null {
  const typed = text.replace(/[\s-]/g, '').toLowerCase();
  if (/^\d{6}$/.test(typed)) return { kind: 'totp', code: typed };
  if (!/^[a-z0-9]{10}$/.test(typed)) return null;
  return { kind: 'recovery', code: `${typed.slice(0, RECOVERY_LENGTH / 2)}-${typed.slice(RECOVERY_LENGTH / 2)}` };
}
