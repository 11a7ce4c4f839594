import type { EventKind, PriceLimit, RetailChange, RuleOptions } from '@brickmarket/domain';
import {
  type AtRetailer,
  DAY_MINUTES,
  dayInWords,
  money,
  newUsd,
  oldUsd,
  RETAIL_FIELDS,
  setName,
  setPage,
  shopName,
} from './payload-fields.ts';

const atMost = (limit: string | null): string => (limit === null ? '' : ` at ${limit} or below`);

const retailRule = (change: RetailChange, priceLimit: PriceLimit) =>
  ({
    watches: 'sets',
    byRetailer: true,
    priceLimit,
    source: { from: 'retail', change },
  }) as const satisfies Partial<RuleOptions>;

const PRICE_DROPPED = {
  name: 'price.dropped',
  summary: 'A price at a retailer has dropped',
  data: {
    ...RETAIL_FIELDS,
    previous_price_usd: oldUsd('Previous price'),
    price_usd: newUsd('Current price'),
  },
  sentence: (event, names) =>
    `${setName(event)}: ${money(event.newCents)} at ${shopName(event, names)}, down from ${money(event.oldCents)}`,
  page: setPage,
  rule: {
    ...retailRule('price_fell', 'crossing'),
    title: 'A price falls',
    when: ({ set, limit }) => `the price of ${set} falls${limit === null ? '' : ` to ${limit} or below`}`,
    byChange: true,
    defaults: { minChangePct: 5, rearmMinutes: DAY_MINUTES },
  },
} as const satisfies EventKind<AtRetailer>;

const PRICE_ALL_TIME_LOW = {
  name: 'price.all_time_low',
  summary: 'A price at a retailer is lower than ever before',
  data: {
    ...RETAIL_FIELDS,
    price_usd: newUsd('Current price'),
    previous_low_usd: oldUsd('Lowest price before'),
    previous_low_date: {
      schema: {
        type: ['string', 'null'],
        format: 'date',
        description: 'Last day of that price; null if unknown',
        examples: ['2025-11-28'],
      },
      value: ({ facts }) => facts.previousLowDay ?? null,
    },
  },
  sentence: (event, names) =>
    `${setName(event)}: all-time low of ${money(event.newCents)} at ${shopName(event, names)}; the low before was ` +
    `${money(event.oldCents)}${event.facts.previousLowDay ? ` on ${dayInWords(event.facts.previousLowDay)}` : ''}`,
  page: setPage,
  rule: {
    ...retailRule('price_lowest_ever', 'at_event'),
    title: 'A price is lower than ever',
    when: ({ set, limit }) => `${set} is cheaper than ever before${atMost(limit)}`,
    byChange: true,
    defaults: { minChangePct: 0, rearmMinutes: DAY_MINUTES },
  },
} as const satisfies EventKind<AtRetailer & { readonly previousLowDay?: string }>;

const SELLER_THIRD_PARTY_ONLY = {
  name: 'seller.third_party_only',
  summary: 'The retailer stopped selling the set; only third parties do',
  data: { ...RETAIL_FIELDS, price_usd: newUsd('Current price', { isNullable: true }) },
  sentence: (event, names) =>
    `${setName(event)}: ${shopName(event, names)} no longer sells it itself; ` +
    `third parties ask ${money(event.newCents)}`,
  page: setPage,
  rule: {
    ...retailRule('third_party_took_over', 'at_event'),
    title: 'Only third parties sell a set',
    when: ({ set, limit }) => `${set} is sold by third parties alone${atMost(limit)}`,
    byChange: false,
    defaults: { minChangePct: 0, rearmMinutes: DAY_MINUTES },
  },
} as const satisfies EventKind<AtRetailer>;

const STOCK_RETURNED = {
  name: 'stock.returned',
  summary: 'A set is back in stock at a retailer',
  data: { ...RETAIL_FIELDS, price_usd: newUsd('Current price', { isNullable: true }) },
  sentence: (event, names) =>
    `${setName(event)}: back in stock at ${shopName(event, names)} for ${money(event.newCents)}`,
  page: setPage,
  rule: {
    ...retailRule('stock_returned', 'at_event'),
    title: 'A set is back in stock',
    when: ({ set, limit }) => `${set} is back in stock${atMost(limit)}`,
    byChange: false,
    defaults: { minChangePct: 0, rearmMinutes: DAY_MINUTES },
  },
} as const satisfies EventKind<AtRetailer>;

/** In order of display. */
export const RETAIL_KINDS = [PRICE_DROPPED, PRICE_ALL_TIME_LOW, SELLER_THIRD_PARTY_ONLY, STOCK_RETURNED] as const;
