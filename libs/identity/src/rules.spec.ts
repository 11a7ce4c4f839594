import { attemptSubjects, FRESH_MS, freshUntil, hashOfSecret, isSecretToken, newSecretToken } from './index.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const before = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);

it('counts a session as fresh for ten minutes after a proof', () => {
  const proven = (minutes: number, method = 'password', begun = minutes) => ({
    method,
    createdAt: before(begun),
    verifiedAt: before(minutes),
  });
  expect(freshUntil(proven(0), NOW, FRESH_MS)).toEqual(new Date('2026-11-15T12:10:00Z'));
  expect(freshUntil(proven(9.9), NOW, FRESH_MS)).not.toBeNull();
  expect(freshUntil(proven(10), NOW, FRESH_MS)).toBeNull();
  // A longer time for links is for the link that began the session alone.
  const hour = 60 * 60_000;
  expect(freshUntil(proven(59, 'link'), NOW, hour)).toEqual(new Date('2026-11-15T12:01:00Z'));
  expect(freshUntil(proven(60, 'link'), NOW, hour)).toBeNull();
  expect(freshUntil(proven(59), NOW, hour)).toBeNull();
  expect(freshUntil(proven(11, 'link', 20), NOW, hour)).toBeNull();
});

it('makes secrets that never repeat, in a form that is recognized, and stores another form', () => {
  const secrets = Array.from({ length: 1000 }, newSecretToken);
  expect(new Set(secrets).size).toBe(1000);
  expect(secrets.every(isSecretToken)).toBe(true);
  expect(hashOfSecret(secrets[0]!).toString('base64url')).not.toBe(secrets[0]);
  expect(isSecretToken(`${secrets[0]} `)).toBe(false);
});

describe('the counters of an attempt', () => {
  const attempt = { account: 'ann@example.com', network: '203.0.113.7', knownDevice: null };

  it('are the account and the network, and name no address that was typed', () => {
    const subjects = attemptSubjects('password', attempt).map(({ subject }) => subject);
    expect(subjects).toEqual([expect.stringMatching(/^password:account:/), 'password:network:203.0.113.7']);
    expect(subjects.join()).not.toContain('ann');
  });

  it('are another for a browser that has signed in before, so that strangers cannot use it up', () => {
    const known = attemptSubjects('password', { ...attempt, knownDevice: 'secret' });
    expect(known).toHaveLength(1);
    expect(known[0]!.subject).toMatch(/^password:device:/);
    expect(known[0]!.subject).not.toContain('secret');
  });

  it('are counted apart for passwords and codes', () => {
    const [password] = attemptSubjects('password', attempt);
    const [code] = attemptSubjects('code', attempt);
    expect(password!.subject).not.toBe(code!.subject);
  });
});
