import { EventKinds, webhookPayload } from '@brickmarket/alerts';
import type { RecordedEvent } from '@brickmarket/domain';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { TestApi } from '../support/test-api.ts';

interface DocumentedWebhook {
  readonly post: { readonly requestBody: { readonly content: { 'application/json': { readonly schema: object } } } };
}

const NOW = new Date('2026-11-15T12:00:00Z');
const kinds = new EventKinds();
const NAMES = kinds.all.map(({ name }) => name);

function anEvent(kind: string): RecordedEvent {
  return {
    id: 1,
    kind,
    subject: 'x',
    occurredAt: NOW,
    recordedAt: NOW,
    oldCents: 10_000,
    newCents: 7_999,
    facts: {
      setNumber: '75192-1',
      title: 'Falcon',
      retailer: 'retailer_a',
      condition: 'sealed',
      previousLowDay: '2025-11-28',
      exitDay: '2026-12-31',
      month: '2026-10',
      keyId: 1,
      keyName: 'shop',
      keyLast4: '0abc',
      used: 800,
      dailyLimit: 1000,
      expiresAt: '2026-11-30T00:00:00Z',
      url: 'https://shop.example/hook',
      reason: 'gone',
    },
  };
}

describe('webhooks in the OpenAPI document', () => {
  let webhooks: Readonly<Record<string, DocumentedWebhook>>;
  beforeAll(async () => {
    const api = await TestApi.start();
    webhooks = (await api.callAbsolute('/openapi.json')).json<{ webhooks: typeof webhooks }>().webhooks;
    await api.stop();
  });

  it('are there for every kind of event, and no other', () => {
    expect(new Set(Object.keys(webhooks))).toEqual(new Set(NAMES));
  });

  it.each(NAMES)('%s: what is sent is what is documented, and nothing less would be', (kind) => {
    const ajv = new Ajv2020({ strict: false });
    (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
    const validate = ajv.compile(webhooks[kind]!.post.requestBody.content['application/json'].schema);
    const sent = webhookPayload(kinds, anEvent(kind));
    expect([validate(sent), validate.errors]).toEqual([true, null]);
    for (const field of Object.keys(sent.data))
      expect(validate({ ...sent, data: { ...sent.data, [field]: undefined } })).toBe(false);
    expect(validate({ ...sent, type: 'other' })).toBe(false);
  });
});
