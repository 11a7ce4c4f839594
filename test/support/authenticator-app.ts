import { Secret, TOTP } from 'otpauth';

/** What an authenticator app shows for a secret, as the page shows that, at an instant. */
export function codeOf(secret: string, timestamp = Date.now()): string {
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp });
}
