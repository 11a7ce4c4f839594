import { TOTP } from 'otpauth';
import {
  isTotpOfAnotherTime,
  matchingTotpStep,
  newRecoveryCodes,
  newTotpSecret,
  readSecondFactorCode,
  totpUri,
} from './second-factor.ts';

const NOW = new Date('2026-11-15T12:00:10Z');
const STEP_MS = 30_000;
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

const codeAt = (offsetMs: number): string =>
  new TOTP({ secret: SECRET }).generate({ timestamp: NOW.getTime() + offsetMs });

it('agrees with the test vector of RFC 6238', () => {
  expect(matchingTotpStep(SECRET, '081804', new Date(1_111_111_109_000))).toBe(37_037_036);
});

it.each([-STEP_MS, 0, STEP_MS])('takes the code of %d ms from now, and names its step', (offset) => {
  const step = Math.floor((NOW.getTime() + offset) / STEP_MS);
  expect(matchingTotpStep(SECRET, codeAt(offset), NOW)).toBe(step);
});

it.each([-10 * STEP_MS, -2 * STEP_MS, 2 * STEP_MS, 20 * STEP_MS])(
  'does not take the code of %d ms from now, from which it sees that the clock of the phone is off',
  (offset) => {
    expect(matchingTotpStep(SECRET, codeAt(offset), NOW)).toBeNull();
    expect(isTotpOfAnotherTime(SECRET, codeAt(offset), NOW)).toBe(true);
  },
);

it('refuses a code of another secret, and of no time at all', () => {
  // Not a random one: every 300,000th takes this code.
  expect(matchingTotpStep('MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK', codeAt(0), NOW)).toBeNull();
  expect(isTotpOfAnotherTime(SECRET, codeAt(21 * STEP_MS), NOW)).toBe(false);
});

it('makes secrets of 160 bits, and addresses that name the account', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(totpUri(secret, 'ann@example.com')).toMatch(/^otpauth:\/\/totp\/Brickmarket:ann%40example\.com\?.*secret=/);
});

it('makes ten different recovery codes that are read however they are typed', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes)
    expect(readSecondFactorCode(` ${code.toUpperCase().replace('-', ' ')}`)).toEqual({ kind: 'recovery', code });
});

it.each([
  ['123456', { kind: 'totp', code: '123456' }],
  ['123 456', { kind: 'totp', code: '123456' }],
  ['12345', null],
  ['1234567', null],
  ['', null],
])('reads "%s" as %j', (typed, expected) => {
  expect(readSecondFactorCode(typed)).toEqual(expected);
});
