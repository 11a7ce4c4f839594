import { createPublicKey, verify } from 'node:crypto';
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { isAccepted, isGivenUp, isGone, nextAttemptAt, RETRY_DELAYS_MS, retryAfterMs } from './retries.ts';
import { createSigningSecrets, publicKeyOf, signedHeaders } from './signing.ts';

const NOW = new Date('2026-11-15T12:00:00Z');

describe('signatures', () => {
  const message = (body: string) => ({ id: 'msg_1', sentAt: new Date(), body });

  it('are verified by an independent implementation of Standard Webhooks, whatever the body', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const secrets = createSigningSecrets();
        const body = JSON.stringify(value);
        const headers = signedHeaders(message(body), [secrets]);
        expect(new Webhook(secrets.secret).verify(body, headers)).toEqual(JSON.parse(body));
        expect(() => new Webhook(secrets.secret).verify(`${body} `, headers)).toThrow('No matching signature');
        expect(() => new Webhook(createSigningSecrets().secret).verify(body, headers)).toThrow('No matching signature');
      }),
    );
  });

  it('are by both secrets during a rotation: a receiver that knows either verifies the message', () => {
    const [current, previous] = [createSigningSecrets(), createSigningSecrets()];
    const headers = signedHeaders(message('{}'), [current, previous]);
    for (const { secret } of [current, previous]) expect(new Webhook(secret).verify('{}', headers)).toEqual({});
    expect(headers['webhook-signature'].split(' ').map((signature) => signature.split(',')[0])).toEqual([
      'v1',
      'v1',
      'v1a',
      'v1a',
    ]);
  });

  it('are also by Ed25519, which anybody can verify with the public key alone', () => {
    const secrets = createSigningSecrets();
    const {
      'webhook-id': id,
      'webhook-timestamp': at,
      'webhook-signature': all,
    } = signedHeaders(message('{}'), [secrets]);
    const x = Buffer.from(publicKeyOf(secrets).slice('whpk_'.length), 'base64').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const signature = Buffer.from(all.split(' ')[1]!.slice('v1a,'.length), 'base64');
    expect(verify(null, Buffer.from(`${id}.${at}.{}`), key, signature)).toBe(true);
    expect(verify(null, Buffer.from(`${id}.${at}.[]`), key, signature)).toBe(false);
  });
});

describe('retries', () => {
  const failure = { status: 500, retryAfter: null };

  it('come after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, each at most a tenth later, and then end', () => {
    const waits = (random: number): (number | null)[] =>
      Array.from({ length: 8 }, (_, index) => {
        const next = nextAttemptAt(index + 1, failure, NOW, random);
        return next && next.getTime() - NOW.getTime();
      });
    expect(waits(0)).toEqual([5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000, null]);
    waits(0.999).forEach((wait, index) => {
      if (wait !== null) expect(wait / RETRY_DELAYS_MS[index]!).toBeCloseTo(1.1, 2);
    });
  });

  it('come later when the receiver asks for it, never sooner, and never more than a day later', () => {
    const wait = (retryAfter: string): number =>
      nextAttemptAt(1, { status: 429, retryAfter }, NOW, 0)!.getTime() - NOW.getTime();
    expect(wait('60')).toBe(60_000);
    expect(wait('1')).toBe(5_000);
    expect(wait('99999999')).toBe(24 * 3_600_000);
    expect(wait('Sun, 15 Nov 2026 12:01:00 GMT')).toBe(60_000);
    expect(wait('Sun, 15 Nov 2020 12:01:00 GMT')).toBe(5_000);
  });

  it('ignore a header that is no number of seconds and no HTTP date', () => {
    for (const text of ['', '-1', '1.5', 'soon', '2026-11-15', 'Xxx, 99 Nov 2026 12:01:00 GMT'])
      expect(retryAfterMs(text, NOW)).toBeNull();
    fc.assert(
      fc.property(fc.string(), (text) => {
        const wait = retryAfterMs(text, NOW);
        expect(wait === null || (wait >= 0 && wait <= 24 * 3_600_000)).toBe(true);
      }),
    );
  });

  it('count only 2xx as accepted, 410 as gone, and give up after five days', () => {
    const accepted = [null, 199, 200, 204, 299, 300, 302, 404, 500].filter((status) =>
      isAccepted({ status, retryAfter: null }),
    );
    expect(accepted).toEqual([200, 204, 299]);
    expect(isGone({ status: 410, retryAfter: null })).toBe(true);
    expect(isGivenUp(new Date(NOW.getTime() - 5 * 86_400_000), NOW)).toBe(true);
    expect(isGivenUp(new Date(NOW.getTime() - 5 * 86_400_000 + 1), NOW)).toBe(false);
  });
});
