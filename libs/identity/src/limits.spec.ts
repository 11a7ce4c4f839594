import { attemptSubjects, IdentityError, TOKEN_LIFETIME_MS } from './index.ts';
import { passwordFault } from './password-policy.ts';

const minutes = (count: number): number => count * 60_000;

it('keeps every one-time link and challenge valid for as long as mails and pages say', () => {
  expect(TOKEN_LIFETIME_MS).toEqual({
    sign_in: minutes(15),
    reset: minutes(15),
    address_change: minutes(15),
    second_factor: minutes(10),
    passkey_sign_in: minutes(10),
    passkey_step_up: minutes(10),
    passkey_registration: minutes(10),
    invitation: minutes(7 * 24 * 60),
    sign_up: minutes(7 * 24 * 60),
    address_restore: minutes(7 * 24 * 60),
  });
});

it.each([
  ['password', 'burst 10, one per 90 s', 'burst 30, one per 30 s'],
  ['code', 'burst 5, one per 180 s', 'burst 30, one per 30 s'],
  ['passkey', 'burst 30, one per 6 s', 'burst 60, one per 6 s'],
  ['mail', 'burst 3, one per 600 s', 'burst 10, one per 300 s'],
  ['key-check', 'burst 10, one per 60 s', 'burst 30, one per 30 s'],
] as const)('allows %s attempts: an account %s, a network %s', (kind, perAccount, perNetwork) => {
  const allowances = (knownDevice: string | null): string[] =>
    attemptSubjects(kind, { account: 'ann@example.com', network: '203.0.113.7', knownDevice }).map(
      ({ burst, everyMs }) => `burst ${burst}, one per ${everyMs / 1_000} s`,
    );
  expect(allowances(null)).toEqual([perAccount, perNetwork]);
  expect(allowances('device')).toEqual([perAccount]);
});

it('wants at least five different characters in a password', () => {
  expect(passwordFault('kmkmkmrtkmrt', 'ann@example.com')).toContain('first that attackers try');
  expect(passwordFault('kmkmkmrtkmrw', 'ann@example.com')).toBeNull();
});

it.each(['qwertyuiopasdfghjklzxcvbnm', 'fghijklmnopqrstu', '56789012345678'])('refuses the run "%s"', (password) => {
  expect(passwordFault(password, 'ann@example.com')).toContain('first that attackers try');
});

it.each([
  ['anna-4096', 'longer'],
  ['anna-anna-409', 'your e-mail address'],
  ['anna-gruen-40', null],
])('takes an address of four letters or more out of a password: "%s"', (password, fault) => {
  if (fault === null) expect(passwordFault(password, 'anna@example.com')).toBeNull();
  else expect(passwordFault(password, 'anna@example.com')).toContain(fault);
});

it('takes shorter names for no part of a password', () => {
  expect(passwordFault('bob-bob-bob-71', 'bob@example.com')).toBeNull();
});

it('says which input is at fault, and when to try again', () => {
  const refusal = new IdentityError('TooManyAttempts', 'Wait.', { field: 'password', retryAfterSeconds: 90 });
  expect(refusal).toMatchObject({ kind: 'conflict', field: 'password', retryAfterSeconds: 90, message: 'Wait.' });
});
