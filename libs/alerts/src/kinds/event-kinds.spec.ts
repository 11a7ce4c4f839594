import type { EventFacts, EventKind, RecordedEvent } from '@brickmarket/domain';
import { describeEvent, pageOfEvent, webhookPayload, webhookSchema } from '../payload.ts';
import { EventKinds, OWN_EVENT_KINDS, type OwnEventKind } from './event-kinds.ts';
import { RETAIL_KINDS } from './retail-kinds.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const FACTS: EventFacts = {
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
  reason: 'it answered 410',
};
const anEvent = (kind: string, facts = FACTS): RecordedEvent => ({
  id: 1,
  kind,
  subject: 'set/75192-1',
  occurredAt: NOW,
  recordedAt: NOW,
  oldCents: 10_000,
  newCents: 7_999,
  facts,
});
const kinds = new EventKinds();
const AT_RETAILER = '"set_number":"75192-1","title":"Falcon","retailer":"retailer_a"';

/** Receivers have parsed these bytes since the first release: data, and the sentence for people. */
const SENT: Readonly<Record<OwnEventKind, readonly [data: string, sentence: string]>> = {
  'price.dropped': [
    `{${AT_RETAILER},"previous_price_usd":100,"price_usd":79.99}`,
    '75192-1 Falcon: $79.99 at Retailer A, down from $100.00',
  ],
  'price.all_time_low': [
    `{${AT_RETAILER},"price_usd":79.99,"previous_low_usd":100,"previous_low_date":"2025-11-28"}`,
    '75192-1 Falcon: all-time low of $79.99 at Retailer A; the low before was $100.00 on 28 Nov 2025',
  ],
  'seller.third_party_only': [
    `{${AT_RETAILER},"price_usd":79.99}`,
    '75192-1 Falcon: Retailer A no longer sells it itself; third parties ask $79.99',
  ],
  'stock.returned': [`{${AT_RETAILER},"price_usd":79.99}`, '75192-1 Falcon: back in stock at Retailer A for $79.99'],
  'value.moved': [
    '{"set_number":"75192-1","title":"Falcon","condition":"sealed","value_30_days_ago_usd":100,"value_usd":79.99}',
    '75192-1 Falcon: worth $79.99 sealed, $100.00 30 days ago',
  ],
  'set.retiring': [
    '{"set_number":"75192-1","title":"Falcon","retire_date":"2026-12-31"}',
    '75192-1 Falcon: retires on 31 Dec 2026',
  ],
  'set.retired': [
    '{"set_number":"75192-1","title":"Falcon","retire_date":"2026-12-31"}',
    '75192-1 Falcon: retired, last sold on 31 Dec 2026',
  ],
  'month.published': ['{"month":"2026-10"}', 'The values of October 2026 are published'],
  'allowance.low': [
    '{"key_id":1,"key_name":"shop","used":800,"daily_limit":1000}',
    'Key shop (...0abc) has used 800 of 1000 requests today',
  ],
  'key.expiring': [
    '{"key_id":1,"key_name":"shop","expires_at":"2026-11-30T00:00:00Z"}',
    'Key shop (...0abc) expires on 30 Nov 2026',
  ],
  'endpoint.test': ['{"message":"This is a test. Nothing has happened."}', 'A test event'],
  'endpoint.disabled': [
    '{"url":"https://shop.example/hook","reason":"it answered 410"}',
    'The endpoint https://shop.example/hook was switched off: it answered 410',
  ],
};

it('calls retailers by the names that an installation gives them', () => {
  const named = new EventKinds([], { retailer_a: 'Brick & Co', retailer_b: 'Retailer B' });
  for (const { name, rule } of OWN_EVENT_KINDS)
    if (rule?.byRetailer)
      expect(describeEvent(named, anEvent(name))).toBe(SENT[name][1].replace('Retailer A', 'Brick & Co'));
});

describe.each(OWN_EVENT_KINDS.map(({ name }) => name))('%s', (name) => {
  const [data, sentence] = SENT[name];

  it('is sent in the same bytes as ever', () => {
    expect(JSON.stringify(webhookPayload(kinds, anEvent(name)))).toBe(
      `{"type":"${name}","timestamp":"2026-11-15T12:00:00.000Z","data":${data}}`,
    );
    expect(describeEvent(kinds, anEvent(name))).toBe(sentence);
  });

  it('is below 20 kB however long a title is', () => {
    const long = anEvent(name, { ...FACTS, title: 'x'.repeat(30_000) });
    expect(JSON.stringify(webhookPayload(kinds, long)).length).toBeLessThan(20_000);
  });

  it('requires every field of its data in its schema', () => {
    const { properties } = webhookSchema(kinds.get(name)) as { properties: { data: { required: string[] } } };
    expect(properties.data.required).toEqual(Object.keys(JSON.parse(data) as object));
  });
});

describe('an event of a kind that is not known', () => {
  const event = anEvent('wish.granted');

  it('is never sent as something else', () => {
    expect(() => webhookPayload(kinds, event)).toThrow('does not know the event kind wish.granted');
  });

  it('is listed by its name, among others', () => {
    expect(describeEvent(kinds, event)).toBe('wish.granted of set/75192-1');
    expect(pageOfEvent(kinds, event)).toBe('/alerts');
  });
});

it('does not send an event without a fact that its kind needs, and lists it all the same', () => {
  const event = anEvent('key.expiring', { keyId: 1, keyName: 'shop' });
  expect(() => webhookPayload(kinds, event)).toThrow('an event key.expiring lacks what expires_at is made of');
  expect(describeEvent(kinds, event)).toBe('key.expiring of set/75192-1');
});

describe('kinds of an extension', () => {
  const [PRICE_DROPPED] = RETAIL_KINDS;
  const { rule } = PRICE_DROPPED;
  const other = (change: object): EventKind => ({ ...PRICE_DROPPED, name: 'price.other', ...change }) as EventKind;

  it('come after ours, in the order in which they are handed over', () => {
    expect(new EventKinds([other({})]).all.at(-1)!.name).toBe('price.other');
  });

  it.each([
    [{ name: 'price.dropped' }, 'event kind price.dropped: there is another of this name'],
    [{ name: 'Price' }, 'the name must be like price.dropped'],
    [{ summary: undefined }, 'it has no summary'],
    [{ data: undefined }, 'it does not say what its webhooks contain'],
    [{ data: { price_usd: { schema: {} } } }, 'price_usd has no schema or no value'],
    [{ sentence: undefined }, 'it has no sentence'],
    [{ page: undefined }, 'it has no page'],
    [{ rule: undefined }, 'its rules have no title or sentence'],
    [{ rule: { ...rule, watches: undefined } }, 'its rules watch neither sets nor the account'],
    [{ rule: { ...rule, priceLimit: undefined } }, 'whether it has a price limit'],
    [{ rule: { ...rule, defaults: undefined } }, 'its rules have no defaults'],
    [{ rule: { ...rule, source: undefined } }, 'where its events come from'],
    [{ rule: { ...rule, source: { from: 'retail', change: 'price_flew' } } }, 'there is no change price_flew'],
    [{ rule: { ...rule, watches: 'account' } }, 'prices and values are of sets'],
  ])('are refused when they do not fit: %j', (change, fault) => {
    expect(() => new EventKinds([other(change)])).toThrow(fault);
  });

  it('do not compile without all of their parts', () => {
    const { name, summary, data, sentence, page } = PRICE_DROPPED;
    const { source, ...sourceless } = rule;
    const incomplete: readonly EventKind[] = [
      // @ts-expect-error No sentence.
      { name, summary, data, page, rule },
      // @ts-expect-error No payload.
      { name, summary, sentence, page, rule },
      // @ts-expect-error Nothing about rules, not even that there are none.
      { name, summary, data, sentence, page },
      // @ts-expect-error No past.
      { name, summary, data, sentence, page, rule: sourceless },
      // @ts-expect-error A past that nobody can find.
      { name, summary, data, sentence, page, rule: { ...rule, source: { from: 'retail', change: 'price_flew' } } },
      // @ts-expect-error A field without a schema.
      { name, summary, data: { price_usd: { value: () => 1 } }, sentence, page, rule },
    ];
    expect([incomplete.length, source.change]).toEqual([6, 'price_fell']);
  });
});
