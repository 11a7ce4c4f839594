import { createHash } from 'node:crypto';
import { type RetailObservation, RETAILERS } from '@brickmarket/domain';
import { InventedMarket } from '../../../../test/support/market/invented-market.ts';

const asOf = new Date('2026-11-15T12:00:00Z');
const market = (overrides: { asOf?: Date; seed?: string } = {}) =>
  new InventedMarket({ seed: 'retail', asOf, sets: 300, minifigs: 0, years: 2, ...overrides });
const digest = (observations: Iterable<RetailObservation>) =>
  createHash('sha256')
    .update(JSON.stringify([...observations]))
    .digest('hex');

describe('retail observations', () => {
  const observations = [...market().retailObservations()];
  const pages = new Map<string | null, RetailObservation[]>();
  for (const observation of observations)
    pages.set(observation.productUrl, [...(pages.get(observation.productUrl) ?? []), observation]);
  const steps = [...pages.values()].flatMap((page) => page.slice(1).map((after, i) => [page[i]!, after] as const));

  it('are the same again, keep their past when time goes on, and differ by seed', () => {
    const past = { after: new Date('2026-01-01T00:00:00Z'), until: asOf };
    expect(digest(market().retailObservations(past))).toBe(
      digest(market({ asOf: new Date('2027-02-01T00:00:00Z') }).retailObservations(past)),
    );
    expect(digest(market({ seed: 'other' }).retailObservations(past))).not.toBe(
      digest(market().retailObservations(past)),
    );
  });
  it('lie within the history, each page oldest first, with positive money', () => {
    const { after, until } = market().history;
    expect(observations.every((observation) => observation.observedAt > after && observation.observedAt <= until)).toBe(
      true,
    );
    expect(steps.every(([before, later]) => before.observedAt < later.observedAt)).toBe(true);
    expect(
      observations.every(
        (observation) =>
          (observation.priceCents ?? 1) > 0 &&
          (observation.lowestFbaCents ?? 1) > 0 &&
          (observation.buyBoxCents ?? 1) > 0,
      ),
    ).toBe(true);
  });
  it('name a known set, by number or by barcode', () => {
    const sets = [...market().sets()];
    const numbers = new Set(sets.map((set) => set.setNumber));
    const upcs = new Set(sets.map((set) => set.upc));
    expect(
      observations.every((observation) =>
        observation.setNumber === null
          ? observation.upc !== null && upcs.has(observation.upc)
          : numbers.has(observation.setNumber),
      ),
    ).toBe(true);
    expect(observations.some((observation) => observation.setNumber === null)).toBe(true);
    expect(new Set(observations.map((observation) => observation.retailer))).toEqual(new Set(RETAILERS));
  });
  it('show price cuts, rises, flips to third parties and back, stock-outs and pages without an offer', () => {
    const prices = steps.filter(([before, after]) => before.priceCents !== null && after.priceCents !== null);
    expect(prices.some(([before, after]) => after.priceCents! < before.priceCents! * 0.9)).toBe(true);
    expect(prices.some(([before, after]) => after.priceCents! > before.priceCents!)).toBe(true);
    expect(
      steps.some(([before, after]) => before.sellerType === 'retailer' && after.sellerType === 'third_party'),
    ).toBe(true);
    expect(
      steps.some(([before, after]) => before.sellerType === 'third_party' && after.sellerType === 'retailer'),
    ).toBe(true);
    expect(observations.some((observation) => observation.inStock === false && observation.priceCents !== null)).toBe(
      true,
    );
    expect(observations.some((observation) => observation.priceCents === null)).toBe(true);
  });
  it('leave some pages at their all-time low', () => {
    const atLow = [...pages.values()].filter((page) => {
      const prices = page.map((observation) => observation.priceCents).filter((price) => price !== null);
      return prices.length > 5 && prices.at(-1) === Math.min(...prices) && prices.at(-1) !== Math.max(...prices);
    });
    expect(atLow.length).toBeGreaterThan(0);
  });
  it('have news within the last day', () => {
    expect(
      steps.some(
        ([before, after]) =>
          before.priceCents !== after.priceCents && asOf.getTime() - after.observedAt.getTime() < 86_400_000,
      ),
    ).toBe(true);
  });
  it('end in a crawl that finds every page as it was last seen', () => {
    for (const { observedAt, ...seen } of market().retailCrawl()) {
      expect(observedAt).toEqual(asOf);
      const { observedAt: _, ...last } = pages.get(seen.productUrl)!.at(-1)!;
      expect(seen).toEqual(last);
    }
  });
});
