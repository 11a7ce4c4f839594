import type { RecordedEvent } from '@brickmarket/domain';

/** A JSON Schema, as far as it is used here. */
interface Schema {
  readonly [keyword: string]: unknown;
}

/** What receivers are told about one type of webhook. */
export interface WebhookDescription {
  readonly summary: string;
  /** Of the whole body. */
  readonly schema: Schema;
}

const text = (description: string, example: string): Schema => ({ type: 'string', description, examples: [example] });
const usd = (description: string, isNullable = false): Schema => ({
  type: isNullable ? ['number', 'null'] : 'number',
  description: `${description}, in USD${isNullable ? '; null when unknown' : ''}`,
  examples: [79.99],
});
const whole = (description: string, example: number): Schema => ({ type: 'integer', description, examples: [example] });
const day = (description: string): Schema => ({
  type: 'string',
  format: 'date',
  description,
  examples: ['2026-12-31'],
});

const SET = {
  set_number: text('The set', '75192-1'),
  title: text('Its title', 'Millennium Falcon'),
};
const AT_RETAILER = { ...SET, retailer: { type: 'string', enum: ['retailer_a', 'retailer_b'] } };
const KEY = { key_id: whole('The key', 7), key_name: text('Its name', 'shop') };

const DATA: Readonly<Record<RecordedEvent['kind'], readonly [string, Readonly<Record<string, Schema>>]>> = {
  'price.dropped': [
    'A price at a retailer has dropped',
    { ...AT_RETAILER, previous_price_usd: usd('The last price shown before'), price_usd: usd('The price now') },
  ],
  'price.all_time_low': [
    'A price at a retailer is lower than ever before',
    {
      ...AT_RETAILER,
      price_usd: usd('The price now'),
      previous_low_usd: usd('The lowest price before'),
      previous_low_date: {
        type: ['string', 'null'],
        format: 'date',
        description: 'The last day on which that was shown; null when unknown',
        examples: ['2025-11-28'],
      },
    },
  ],
  'seller.third_party_only': [
    'The retailer no longer sells the set itself (1P to 3P)',
    { ...AT_RETAILER, price_usd: usd('The price now', true) },
  ],
  'stock.returned': ['A set is back in stock at a retailer', { ...AT_RETAILER, price_usd: usd('The price now', true) }],
  'value.moved': [
    'The computed value of a set has moved away from what it was 30 days ago',
    {
      ...SET,
      condition: { type: 'string', enum: ['sealed', 'used'] },
      value_30_days_ago_usd: usd('The value 30 days ago'),
      value_usd: usd('The value now'),
    },
  ],
  'set.retiring': ['The last day on sale of a set became known', { ...SET, retire_date: day('The last day on sale') }],
  'set.retired': ['A set is no longer on sale', { ...SET, retire_date: day('The last day on sale') }],
  'month.published': [
    'The finalized values of a month are published',
    { month: { type: 'string', pattern: '^\\d{4}-\\d{2}$', description: 'The month', examples: ['2026-10'] } },
  ],
  'allowance.low': [
    'A key has used four fifths of its allowance of today',
    { ...KEY, used: whole('Requests used today', 812), daily_limit: whole('Requests per UTC day', 1000) },
  ],
  'key.expiring': [
    'A key expires within 14 days, or within one',
    {
      ...KEY,
      expires_at: { type: 'string', format: 'date-time', description: 'When', examples: ['2026-11-30T00:00:00Z'] },
    },
  ],
  'endpoint.test': ['A test of an endpoint', { message: text('That nothing has happened', 'This is a test.') }],
  'endpoint.disabled': [
    'An endpoint was switched off',
    { url: text('Its address', 'https://shop.example/hook'), reason: text('Why', 'the receiver answered 410 (gone)') },
  ],
};

/** Every type of webhook with the JSON Schema of its body, as exact as those of the API's answers. */
export const WEBHOOK_DESCRIPTIONS: Readonly<Record<string, WebhookDescription>> = Object.fromEntries(
  Object.entries(DATA).map(([type, [summary, properties]]) => [
    type,
    {
      summary,
      schema: {
        type: 'object',
        additionalProperties: false,
        required: ['type', 'timestamp', 'data'],
        properties: {
          type: { type: 'string', const: type },
          timestamp: {
            type: 'string',
            format: 'date-time',
            description: 'When it happened',
            examples: ['2026-11-15T12:00:00.000Z'],
          },
          data: { type: 'object', additionalProperties: false, required: Object.keys(properties), properties },
        },
      },
    },
  ]),
);
