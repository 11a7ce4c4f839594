import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
/** Steps before and after now in which a code is taken: clocks of phones differ by some seconds. */
const ACCEPTED_DRIFT = 1;
/** Steps within which a code that is not taken shows that the clock of the phone is wrong. */
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

/**
 * What a code of six digits is worth: `match` with the time step it belongs to, which must never be accepted again;
 * `clock-off` when it is right for a time some minutes from now; otherwise `wrong`.
 */
export type TotpCheck =
  | { readonly result: 'match'; readonly step: number }
  | { readonly result: 'clock-off' | 'wrong' };

/** Checks a code. */
export function checkTotp(secret: string, code: string, now: Date): TotpCheck {
  const delta = generatorOf(secret).validate({ token: code, timestamp: now.getTime(), window: RECOGNIZED_DRIFT });
  if (delta === null) return { result: 'wrong' };
  if (Math.abs(delta) > ACCEPTED_DRIFT) return { result: 'clock-off' };
  return { result: 'match', step: Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta };
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
