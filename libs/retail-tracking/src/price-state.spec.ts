import type { PriceObservation } from '@brickmarket/domain';
import { discountPercent, foldPriceState } from './price-state.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 15, hour));
const observed = (hour: number, seen: Partial<PriceObservation> = {}): PriceObservation => ({
  observedAt: at(hour),
  priceCents: null,
  listPriceCents: null,
  sellerType: null,
  inStock: null,
  productUrl: null,
  lowestFbaCents: null,
  fbaSellers: null,
  buyBoxCents: null,
  ...seen,
});
const price = (hour: number, priceCents: number | null) => observed(hour, { priceCents });
const sold = (hour: number, sellerType: PriceObservation['sellerType']) => observed(hour, { sellerType });

describe('foldPriceState', () => {
  it('has no state without observations', () => {
    expect(foldPriceState([])).toBeNull();
  });

  it('takes a first price for no change, and for the lowest', () => {
    expect(foldPriceState([price(1, 1000)])).toMatchObject({
      priceCents: 1000,
      changedAt: null,
      lastChangeCents: null,
      lowestCents: 1000,
      atLowest: true,
      lastCheckedAt: at(1),
    });
  });

  it('keeps the last change while the price stays', () => {
    expect(foldPriceState([price(1, 1000), price(2, 800), price(3, 800)])).toMatchObject({
      priceCents: 800,
      changedAt: at(2),
      lastChangeCents: -200,
      atLowest: true,
      lastCheckedAt: at(3),
    });
  });

  it('signs a rise and leaves the low behind', () => {
    expect(foldPriceState([price(1, 800), price(2, 1000)])).toMatchObject({
      lastChangeCents: 200,
      lowestCents: 800,
      atLowest: false,
    });
  });

  it('shows no price and is not at its lowest while no offer is shown', () => {
    expect(foldPriceState([price(1, 1000), price(2, 900), price(3, null)])).toMatchObject({
      priceCents: null,
      changedAt: at(2),
      lastChangeCents: -100,
      lowestCents: 900,
      atLowest: false,
    });
  });

  it('sees no change when the same price returns after a gap', () => {
    expect(foldPriceState([price(1, 1000), price(2, null), price(3, 1000)])).toMatchObject({
      changedAt: null,
      lastChangeCents: null,
      priceCents: 1000,
    });
  });

  it('counts a change over a gap from the price before it, when the new one is shown', () => {
    expect(foldPriceState([price(1, 1000), price(2, null), price(3, 1100)])).toMatchObject({
      changedAt: at(3),
      lastChangeCents: 100,
    });
  });

  it('merges a late observation at its own time', () => {
    expect(foldPriceState([price(1, 1000), price(3, 900), price(2, 700)])).toMatchObject({
      priceCents: 900,
      changedAt: at(3),
      lastChangeCents: 200,
      lowestCents: 700,
      atLowest: false,
    });
  });

  it('takes the lowest shown price of an instant observed twice, without a change between the two', () => {
    expect(foldPriceState([price(1, 1000), price(2, 1200), price(2, 1000), price(2, null)])).toMatchObject({
      priceCents: 1000,
      changedAt: null,
    });
  });

  it('flips when the retailer gives way to third parties, also over observations without a seller', () => {
    expect(foldPriceState([sold(1, 'retailer'), sold(2, null), sold(3, 'third_party')])?.flip1pTo3p).toBe(true);
    expect(foldPriceState([sold(1, 'retailer'), sold(2, 'third_party'), sold(3, null)])).toMatchObject({
      flip1pTo3p: true,
      sellerType: null,
    });
  });

  it('is not flipped by third parties from the start, nor once the retailer is back', () => {
    expect(foldPriceState([sold(1, 'third_party'), sold(2, 'third_party')])?.flip1pTo3p).toBe(false);
    expect(foldPriceState([sold(1, 'retailer'), sold(2, 'third_party'), sold(3, 'retailer')])?.flip1pTo3p).toBe(false);
  });

  it('shows the stock of the latest observation only', () => {
    expect(foldPriceState([observed(1, { inStock: true }), observed(2)])?.inStock).toBeNull();
  });

  it('remembers list price and address through observations without them', () => {
    expect(
      foldPriceState([observed(1, { listPriceCents: 4999, productUrl: 'https://shop.example/a' }), observed(2)]),
    ).toMatchObject({
      listPriceCents: 4999,
      productUrl: 'https://shop.example/a',
    });
  });

  it('replaces the exit facts together, and only by an observation that has any', () => {
    const full = observed(1, { lowestFbaCents: 5000, fbaSellers: 3, buyBoxCents: 5100 });
    expect(foldPriceState([full, observed(2)])?.exit).toEqual({
      lowestFbaCents: 5000,
      fbaSellers: 3,
      buyBoxCents: 5100,
    });
    expect(foldPriceState([full, observed(2, { fbaSellers: 0 })])?.exit).toEqual({
      lowestFbaCents: null,
      fbaSellers: 0,
      buyBoxCents: null,
    });
  });
});

describe('discountPercent', () => {
  it.each([
    ['below list', 3999, 4999, 20],
    ['two decimals, halves away from zero', 6667, 10_000, 33.33],
    ['free', 0, 4999, 100],
    ['at list', 4999, 4999, 0],
    ['above list', 5999, 4999, 0],
    ['list unknown', 3999, null, null],
    ['no offer', null, 4999, null],
  ])('%s', (_, priceCents, listPriceCents, percent) => {
    expect(discountPercent(priceCents, listPriceCents)).toBe(percent);
  });
});
