import { type PriceState, RETAIL_CHANGES } from '@brickmarket/domain';
import { EventKinds } from './kinds/event-kinds.ts';
import { RETAIL_KINDS } from './kinds/retail-kinds.ts';
import { retailNews } from './retail-news.ts';

const day = (number: number): Date => new Date(Date.UTC(2026, 10, number));

const state = (facts: Partial<PriceState>): PriceState => ({
  priceCents: 10_000,
  listPriceCents: null,
  sellerType: null,
  inStock: null,
  productUrl: null,
  changedAt: null,
  lastChangeCents: null,
  lowestCents: 9_000,
  atLowest: false,
  flip1pTo3p: false,
  exit: { lowestFbaCents: null, fbaSellers: null, buyBoxCents: null },
  lastCheckedAt: day(1),
  lastShownPriceCents: 10_000,
  lastKnownSellerType: null,
  ...facts,
});
const later = (facts: Partial<PriceState>): PriceState => state({ lastCheckedAt: day(3), changedAt: day(2), ...facts });
/** The kinds that these tests are about: another kind may be made by the same changes. */
const TESTED = ['price.dropped', 'price.all_time_low', 'seller.third_party_only', 'stock.returned'];
const news = (before: PriceState | null, after: PriceState) =>
  retailNews(new EventKinds())(before, after).filter(({ kind }) => TESTED.includes(kind));
const kinds = (before: PriceState | null, after: PriceState): string[] => news(before, after).map(({ kind }) => kind);

it('finds no news in a first observation, nor in one that arrives late', () => {
  expect(kinds(null, later({ priceCents: 1 }))).toEqual([]);
  expect(kinds(state({ lastCheckedAt: day(3) }), later({ priceCents: 1, lastShownPriceCents: 1 }))).toEqual([]);
});

it('never takes an unknown price for a drop, and compares a returning price with the last one shown', () => {
  expect(kinds(state({}), later({ priceCents: null }))).toEqual([]);
  expect(kinds(state({ priceCents: null, lastShownPriceCents: null, lowestCents: null }), later({}))).toEqual([]);
  expect(news(state({ priceCents: null }), later({ priceCents: 9_500 }))).toEqual([
    { kind: 'price.dropped', change: 'price_fell', occurredAt: day(2), oldCents: 10_000, newCents: 9_500 },
  ]);
  expect(kinds(state({}), later({ priceCents: 10_000 }))).toEqual([]);
  expect(kinds(state({}), later({ priceCents: 10_001 }))).toEqual([]);
});

it('names the low before an all-time low; a price that only repeats it is none', () => {
  const low = (priceCents: number): PriceState => later({ priceCents, lowestCents: priceCents, atLowest: true });
  expect(news(state({}), low(8_999))).toContainEqual({
    kind: 'price.all_time_low',
    change: 'price_lowest_ever',
    occurredAt: day(2),
    oldCents: 9_000,
    newCents: 8_999,
  });
  expect(kinds(state({}), low(9_000))).toEqual(['price.dropped']);
  // A late observation of the same import was lower.
  expect(kinds(state({}), later({ priceCents: 8_999, lowestCents: 8_000, atLowest: false }))).toEqual([
    'price.dropped',
  ]);
});

it('tells when third parties take over from the retailer, and when stock returns', () => {
  const sold = (by: PriceState['sellerType']) => state({ lastKnownSellerType: by });
  expect(kinds(sold('retailer'), later({ sellerType: 'third_party' }))).toEqual(['seller.third_party_only']);
  expect(kinds(sold('third_party'), later({ sellerType: 'third_party' }))).toEqual([]);
  expect(kinds(sold(null), later({ sellerType: 'third_party' }))).toEqual([]);
  expect(kinds(state({ inStock: false }), later({ inStock: true }))).toEqual(['stock.returned']);
  expect(kinds(state({ inStock: null }), later({ inStock: true }))).toEqual([]);
  expect(kinds(state({ inStock: true }), later({ inStock: true }))).toEqual([]);
});

describe('every change that a kind may be made of', () => {
  const [dropped] = RETAIL_KINDS;
  const ofChange = RETAIL_CHANGES.map((change) => ({
    ...dropped,
    name: `change.${change}`,
    rule: { ...dropped.rule, source: { from: 'retail' as const, change } },
  }));
  const newsOfAll = retailNews(new EventKinds(ofChange));
  const found = (before: Partial<PriceState>, after: Partial<PriceState>): string[] =>
    newsOfAll(state(before), later(after)).flatMap(({ kind, change }) => (kind.startsWith('change.') ? [change] : []));

  it.each([
    ['price_rose', {}, { priceCents: 10_001 }],
    ['price_fell', {}, { priceCents: 9_999 }],
    ['retailer_took_over', { lastKnownSellerType: 'third_party' }, { sellerType: 'retailer' }],
    ['third_party_took_over', { lastKnownSellerType: 'retailer' }, { sellerType: 'third_party' }],
    ['stock_ended', { inStock: true }, { inStock: false }],
    ['stock_returned', { inStock: false }, { inStock: true }],
  ] as const)('is found, and no other: %s', (change, before, after) => {
    expect(found(before, after)).toEqual([change]);
  });

  it('is none while price, seller and stock stay as they are', () => {
    const same = { sellerType: 'retailer', lastKnownSellerType: 'retailer', inStock: true } as const;
    expect(found(same, same)).toEqual([]);
  });
});
