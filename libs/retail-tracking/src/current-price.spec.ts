import { parseIsoDay } from '@brickmarket/domain';
import { currentSince, isStale, priceStateOn, foldPriceState } from './price-state.ts';

const today = parseIsoDay('2026-11-15')!;
const state = foldPriceState(
  [2_000, 1_500].map((priceCents, at) => ({
    observedAt: new Date(`2026-10-0${at + 1}T12:00:00Z`),
    priceCents,
    listPriceCents: 2_500,
    sellerType: at === 0 ? ('retailer' as const) : ('third_party' as const),
    inStock: true,
    productUrl: null,
    lowestFbaCents: null,
    fbaSellers: null,
    buyBoxCents: null,
  })),
)!;

describe('an observation', () => {
  it.each([
    ['2026-11-15T12:00:00Z', false],
    ['2026-10-16T00:00:00Z', false],
    ['2026-10-15T23:59:59.999Z', true],
    ['2023-05-01T00:00:00Z', true],
    // A retailer's clock that is ahead of ours makes nothing stale.
    ['2026-11-16T00:00:00Z', false],
  ])('of %s is stale after 30 days: %s', (lastCheckedAt, stale) => {
    expect(isStale(new Date(lastCheckedAt), today, 30)).toBe(stale);
  });

  it('counts for the day itself when it is to count for no day more', () => {
    expect(currentSince(today, 0).toISOString()).toBe('2026-11-15T00:00:00.000Z');
  });
});

describe('priceStateOn', () => {
  it('is the state itself as long as it is not stale', () => {
    expect(priceStateOn(state, parseIsoDay('2026-11-01')!, 30)).toBe(state);
  });

  it('forgets price, seller, stock and both flags of a stale one, and keeps what has happened', () => {
    expect(state).toMatchObject({ priceCents: 1_500, inStock: true, atLowest: true, flip1pTo3p: true });
    expect(priceStateOn(state, parseIsoDay('2026-11-02')!, 30)).toEqual({
      ...state,
      priceCents: null,
      sellerType: null,
      inStock: null,
      atLowest: false,
      flip1pTo3p: false,
    });
    expect(state.lowestCents).toBe(1_500);
  });
});
