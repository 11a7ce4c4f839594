import { epochDayOf, MS_PER_DAY, type RetailObservation } from '@brickmarket/domain';
import { ACCOUNT_PROFILES, DEMO_EMAIL } from './accounts/account-profile.ts';
import { InventedMarket } from '../../../test/support/market/invented-market.ts';
import { sized } from '../../../test/support/lane.ts';

const asOf = new Date('2026-11-15T12:00:00Z');
const today = epochDayOf(asOf);
const DAYS = [today, today - 200, today - 700, today - 1800];

const SEEDS = sized({ quick: ['brickmarket'], full: ['brickmarket', 'one', 'two', 'three'] });

describe.each(SEEDS)('a market of seed %s', (seed) => {
  const market = new InventedMarket({ seed, asOf, sets: 400, minifigs: 300, years: 1.5 });
  const worth = (kind: 'set' | 'minifig', number: string, day: number) =>
    market.trueValueCents(kind, number, 'sealed', day);

  it('has no minifigure worth more than 60 % of a sealed set it comes in, on any day', () => {
    let compared = 0;
    for (const { setNumber, minifigNumber } of market.setMinifigs()) {
      for (const day of DAYS) {
        const [set, figure] = [worth('set', setNumber, day), worth('minifig', minifigNumber, day)];
        if (set === null || figure === null) continue;
        compared++;
        // Both are rounded to cents.
        expect(figure).toBeLessThanOrEqual(0.6 * set + 1);
      }
    }
    expect(compared).toBeGreaterThan(1_000);
  });

  it('has sets whose minifigures together are worth at most 1.5 times the sealed set, and mostly less', () => {
    const shares = new Map<string, number>();
    for (const { setNumber, minifigNumber, quantity } of market.setMinifigs()) {
      const [set, figure] = [worth('set', setNumber, today), worth('minifig', minifigNumber, today)];
      if (set !== null) shares.set(setNumber, (shares.get(setNumber) ?? 0) + (quantity * figure!) / set);
    }
    const sorted = [...shares.values()].toSorted((a, b) => a - b);
    expect(sorted.at(-1)).toBeLessThan(1.52);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeGreaterThan(0.05);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(0.7);
  });

  it.each([DEMO_EMAIL, 'warehouse@brickmarket.example'])('lets %s earn money on the whole, and lose some', (email) => {
    const { sales } = market.booksOf(ACCOUNT_PROFILES.find((profile) => profile.email === email)!);
    const known = sales.filter((sale) => sale.costBasisCents !== null);
    const profits = known.map(
      (sale) =>
        sale.grossCents - sale.platformFeesCents - sale.paymentFeesCents - sale.shippingCents - sale.costBasisCents!,
    );
    const cost = known.reduce((sum, sale) => sum + sale.costBasisCents!, 0);
    const roi = profits.reduce((sum, profit) => sum + profit, 0) / cost;
    expect(roi).toBeGreaterThan(0.1);
    expect(roi).toBeLessThan(1);
    const losses = profits.filter((profit) => profit < 0).length / profits.length;
    expect(losses).toBeGreaterThan(0);
    expect(losses).toBeLessThan(0.3);
  });

  describe('at its retailers', () => {
    const pages = new Map<string | null, RetailObservation[]>();
    for (const feed of [market.retailObservations(), market.retailCrawl()])
      for (const seen of feed) pages.set(seen.productUrl, [...(pages.get(seen.productUrl) ?? []), seen]);
    const everySight = [...pages.values()].flat();
    const atA = everySight.filter((seen) => seen.retailer === 'retailer_a');

    it('has a buy box that is the price shown, the lowest offer, and empty when nobody has one', () => {
      for (const { inStock, priceCents, buyBoxCents, lowestFbaCents, fbaSellers, sellerType } of atA) {
        expect(buyBoxCents).toBe(inStock ? priceCents : null);
        expect(lowestFbaCents === null).toBe(fbaSellers === 0);
        if (lowestFbaCents === null) continue;
        expect(inStock).toBe(true);
        if (sellerType === 'retailer') expect(lowestFbaCents).toBeGreaterThanOrEqual(priceCents!);
        else expect(lowestFbaCents).toBe(priceCents);
      }
      expect(new Set(atA.map(({ sellerType }) => sellerType))).toEqual(new Set(['retailer', 'third_party', null]));
    });

    it('shows nothing in stock that was not seen today: a page that is given up was last seen without an offer', () => {
      const lasts = [...pages.values()].map((page) => page.at(-1)!);
      const current = lasts.filter((seen) => seen.observedAt.getTime() === asOf.getTime());
      const ended = lasts.filter((seen) => asOf.getTime() - seen.observedAt.getTime() >= MS_PER_DAY);
      expect(current.length).toBeGreaterThan(50);
      expect(ended.length).toBeGreaterThan(10);
      for (const seen of lasts) if (seen.inStock) expect(seen.observedAt).toEqual(asOf);
      for (const seen of ended)
        expect(seen).toMatchObject({ inStock: false, priceCents: null, sellerType: null, buyBoxCents: null });
    });

    it('sells a retired set itself for a few months at most', () => {
      const exits = new Map([...market.sets()].map(({ setNumber, exitDay }) => [setNumber, exitDay]));
      for (const { setNumber, observedAt, sellerType } of everySight) {
        const exitDay = setNumber === null ? null : (exits.get(setNumber) ?? null);
        if (exitDay !== null && sellerType === 'retailer')
          expect(epochDayOf(observedAt) - exitDay).toBeLessThanOrEqual(91);
      }
    });
  });
});
