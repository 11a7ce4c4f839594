import { type EventKind, parseIsoMonth, type RuleOptions, writtenMonth } from '@brickmarket/domain';
import { DAY_MINUTES, dayInWords, integer, text } from './payload-fields.ts';

/** Invalid months stay unchanged. */
function monthInWords(isoMonth: string): string {
  const month = parseIsoMonth(isoMonth);
  return month === null ? isoMonth : writtenMonth(month);
}

const ACCOUNT_RULE = {
  watches: 'account',
  byRetailer: false,
  priceLimit: 'none',
  byChange: false,
  defaults: { minChangePct: 0, rearmMinutes: DAY_MINUTES },
  source: { from: 'log' },
} as const satisfies Partial<RuleOptions>;

const MONTH_PUBLISHED = {
  name: 'month.published',
  summary: 'The values of a month are published',
  data: {
    month: {
      schema: { type: 'string', pattern: '^\\d{4}-\\d{2}$', description: 'Month', examples: ['2026-10'] },
      value: ({ facts }) => facts.month,
    },
  },
  sentence: ({ facts }) => `The values of ${monthInWords(facts.month)} are published`,
  page: () => '/overview',
  rule: {
    ...ACCOUNT_RULE,
    title: 'The values of a month are published',
    when: () => 'the values of a month are published',
  },
} as const satisfies EventKind<{
  /** YYYY-MM. */
  readonly month: string;
}>;

type AboutKey = { readonly keyId: number; readonly keyName: string; readonly keyLast4: string };

const KEY_FIELDS = {
  key_id: integer<AboutKey>('ID of the key', 7, ({ facts }) => facts.keyId),
  key_name: text<AboutKey>('Name of the key', 'shop', ({ facts }) => facts.keyName),
};
const keyName = ({ facts }: { readonly facts: AboutKey }): string => `Key ${facts.keyName} (...${facts.keyLast4})`;

type WithUse = AboutKey & { readonly used: number; readonly dailyLimit: number };

const ALLOWANCE_LOW = {
  name: 'allowance.low',
  summary: 'A key has used 80 % of its daily quota',
  data: {
    ...KEY_FIELDS,
    used: integer<WithUse>('Requests used today', 812, ({ facts }) => facts.used),
    daily_limit: integer<WithUse>('Requests per UTC day', 1000, ({ facts }) => facts.dailyLimit),
  },
  sentence: (event) => `${keyName(event)} has used ${event.facts.used} of ${event.facts.dailyLimit} requests today`,
  page: () => '/keys',
  rule: {
    ...ACCOUNT_RULE,
    title: 'A key has nearly used its quota',
    when: () => 'one of your keys has nearly used its daily quota',
  },
} as const satisfies EventKind<WithUse>;

const KEY_EXPIRING = {
  name: 'key.expiring',
  summary: 'A key expires in 14 days or in one day',
  data: {
    ...KEY_FIELDS,
    expires_at: {
      schema: { type: 'string', format: 'date-time', description: 'Expiry', examples: ['2026-11-30T00:00:00Z'] },
      value: ({ facts }) => facts.expiresAt,
    },
  },
  sentence: (event) => `${keyName(event)} expires on ${dayInWords(event.facts.expiresAt.slice(0, 10))}`,
  page: () => '/keys',
  rule: {
    ...ACCOUNT_RULE,
    title: 'A key is about to expire',
    when: () => 'one of your keys is about to expire',
  },
} as const satisfies EventKind<
  AboutKey & {
    /** ISO-8601. */
    readonly expiresAt: string;
  }
>;

// Alerts sent without a rule.

const ENDPOINT_TEST = {
  name: 'endpoint.test',
  summary: 'Test of an endpoint',
  data: {
    message: text('Text of the test', 'This is a test.', () => 'This is a test. Nothing has happened.'),
  },
  sentence: () => 'A test event',
  page: () => '/overview',
  rule: null,
} as const satisfies EventKind;

type AboutEndpoint = { readonly url: string; readonly reason: string };

const ENDPOINT_DISABLED = {
  name: 'endpoint.disabled',
  summary: 'An endpoint was disabled',
  data: {
    url: text<AboutEndpoint>('Address of the endpoint', 'https://shop.example/hook', ({ facts }) => facts.url),
    reason: text<AboutEndpoint>('Reason', 'the receiver answered 410 (gone)', ({ facts }) => facts.reason),
  },
  sentence: ({ facts }) => `The endpoint ${facts.url} was switched off: ${facts.reason}`,
  page: ({ subject }) => `/alerts/endpoints/${subject.replace('endpoint/', '')}`,
  rule: null,
} as const satisfies EventKind<AboutEndpoint>;

/** In order of display. */
export const ACCOUNT_KINDS = [MONTH_PUBLISHED, ALLOWANCE_LOW, KEY_EXPIRING, ENDPOINT_TEST, ENDPOINT_DISABLED] as const;
