import { createSigningSecrets, publicKeyOf, signedHeaders } from '@brickmarket/alerts';
import { verify, WebhookVerificationError } from '@brickmarket/client';
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';

const NOW = new Date('2026-11-15T12:00:00Z');
const secrets = createSigningSecrets();
const body = JSON.stringify({ type: 'price.dropped', timestamp: NOW.toISOString(), data: { set_number: '1-1' } });
const signed = (text = body) => signedHeaders({ id: 'msg_1', sentAt: NOW, body: text }, [secrets]);
const keys = [secrets.secret, publicKeyOf(secrets)];

describe('verify() of the client', () => {
  it('accepts what the service signs, by the secret and by the public key, from either form of headers', async () => {
    for (const key of keys) {
      expect(await verify(key, signed(), body, { now: NOW })).toEqual(JSON.parse(body));
      expect(await verify(key, new Headers(signed()), body, { now: NOW })).toEqual(JSON.parse(body));
    }
  });

  it('accepts what another implementation of Standard Webhooks signs', async () => {
    const signature = new Webhook(secrets.secret).sign('msg_2', NOW, body);
    const headers = {
      'webhook-id': 'msg_2',
      'webhook-timestamp': String(NOW.getTime() / 1_000),
      'webhook-signature': signature,
    };
    expect(await verify(secrets.secret, headers, body, { now: NOW })).toEqual(JSON.parse(body));
  });

  it('refuses a changed body, id, time or signature, a foreign key, an old message and missing headers', async () => {
    const other = createSigningSecrets();
    const headers = signed();
    for (const key of keys)
      for (const [with_, text, now] of [
        [headers, `${body} `, NOW],
        [{ ...headers, 'webhook-id': 'msg_3' }, body, NOW],
        [{ ...headers, 'webhook-timestamp': String(NOW.getTime() / 1_000 + 1) }, body, NOW],
        [{ ...headers, 'webhook-signature': 'v1,AAAA v1a,AAAA v1,*' }, body, NOW],
        [signedHeaders({ id: 'msg_1', sentAt: NOW, body }, [other]), body, NOW],
        [headers, body, new Date(NOW.getTime() + 301_000)],
        [headers, body, new Date(NOW.getTime() - 301_000)],
        [{}, body, NOW],
      ] as const)
        await expect(verify(key, with_, text, { now })).rejects.toThrow(WebhookVerificationError);
  });

  it('never takes a wrong signature for a right one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.constantFrom(...keys), async (signature, key) => {
        const headers = { ...signed(), 'webhook-signature': signature };
        await expect(verify(key, headers, body, { now: NOW })).rejects.toThrow(WebhookVerificationError);
      }),
    );
  });
});
