import type { PriceChange, PriceObservation, PriceState } from '@brickmarket/domain';
import * as fc from 'fast-check';
import { advancePriceState, foldPriceState, isNewerThanState, priceChanges } from './price-state.ts';

/** Few instants and few prices, so that ties, repeats, gaps and returns all occur. */
const fields = {
  observedAt: fc.integer({ min: 0, max: 12 }).map((hour) => new Date(Date.UTC(2026, 0, 1, hour))),
  priceCents: fc.option(fc.integer({ min: 1, max: 4 }).map((n) => n * 500)),
  listPriceCents: fc.option(fc.constantFrom(1999, 2499)),
  sellerType: fc.option(fc.constantFrom('retailer', 'third_party')),
  inStock: fc.option(fc.boolean()),
  productUrl: fc.option(fc.constantFrom('https://shop.example/a', 'https://shop.example/b')),
  lowestFbaCents: fc.option(fc.constantFrom(3000, 3500)),
  fbaSellers: fc.option(fc.integer({ min: 0, max: 3 })),
  buyBoxCents: fc.option(fc.constantFrom(3100, 3600)),
} satisfies { [Field in keyof PriceObservation]: fc.Arbitrary<PriceObservation[Field]> };
const observation: fc.Arbitrary<PriceObservation> = fc.record(fields);
const fieldName = fc.constantFrom(...(Object.keys(fields) as (keyof PriceObservation)[]));
const observations = fc.array(observation, { minLength: 1, maxLength: 25 });
const shuffledWithRepeats = observations.chain((all) =>
  fc.tuple(
    fc.constant(all),
    fc
      .subarray(all)
      .chain((again) => fc.shuffledSubarray([...all, ...again], { minLength: all.length + again.length })),
  ),
);
const files = fc.array(fc.array(observation, { maxLength: 6 }), { minLength: 1, maxLength: 8 });

const foldSome = (some: readonly PriceObservation[]): PriceState => foldPriceState(some)!;

/** The lowest price shown at each instant, oldest first; instants that showed none are left out. */
function shownPrices(some: readonly PriceObservation[]): { time: number; cents: number }[] {
  const lowestAt = new Map<number, number>();
  for (const { observedAt, priceCents } of some) {
    const time = observedAt.getTime();
    if (priceCents !== null) lowestAt.set(time, Math.min(priceCents, lowestAt.get(time) ?? Infinity));
  }
  return [...lowestAt].map(([time, cents]) => ({ time, cents })).toSorted((a, b) => a.time - b.time);
}

describe('the state of a price', () => {
  it('does not depend on order of arrival or on repeats', () => {
    fc.assert(
      fc.property(shuffledWithRepeats, ([all, arrived]) => {
        expect(foldSome(arrived)).toEqual(foldSome(all));
      }),
    );
  });

  it('does not depend on order of arrival when two observations of one instant differ in a single field', () => {
    fc.assert(
      fc.property(observation, observation, fieldName, (one, another, differing) => {
        const twin = { ...one, [differing]: another[differing] };
        expect(foldSome([one, twin])).toEqual(foldSome([twin, one]));
      }),
      { numRuns: 500 },
    );
  });

  it('does not depend on how observations are split over files, whether they are advanced or refolded', () => {
    fc.assert(
      fc.property(files, (batches) => {
        const stored: PriceObservation[] = [];
        let state: PriceState | null = null;
        for (const batch of batches) {
          stored.push(...batch);
          state = state && isNewerThanState(state, batch) ? advancePriceState(state, batch) : foldPriceState(stored);
        }
        expect(state).toEqual(foldPriceState(batches.flat()));
      }),
    );
  });

  it('is the same when advanced from any earlier state as when folded from the start', () => {
    fc.assert(
      fc.property(observations, fc.integer({ min: 0, max: 12 }), (all, hour) => {
        const until = Date.UTC(2026, 0, 1, hour);
        const earlier = foldPriceState(all.filter(({ observedAt }) => observedAt.getTime() <= until));
        fc.pre(earlier !== null);
        expect(
          advancePriceState(
            earlier,
            all.filter(({ observedAt }) => observedAt.getTime() > until),
          ),
        ).toEqual(foldSome(all));
      }),
    );
  });

  it('refuses to be advanced by an observation that is not newer', () => {
    fc.assert(
      fc.property(observations, (all) => {
        expect(() => advancePriceState(foldSome(all), all.slice(0, 1))).toThrow('not newer');
      }),
    );
  });

  it('has the minimum ever seen as its lowest, and is at it exactly when the price equals it', () => {
    fc.assert(
      fc.property(observations, (all) => {
        const state = foldSome(all);
        const prices = all.flatMap(({ priceCents }) => priceCents ?? []);
        expect(state.lowestCents).toBe(prices.length > 0 ? Math.min(...prices) : null);
        expect(state.atLowest).toBe(state.priceCents !== null && state.priceCents === state.lowestCents);
      }),
    );
  });

  it('has a signed last change that belongs to the time of change, and none after it', () => {
    fc.assert(
      fc.property(observations, (all) => {
        const { changedAt, lastChangeCents } = foldSome(all);
        const shown = shownPrices(all);
        if (changedAt === null) {
          expect(lastChangeCents).toBeNull();
          expect(new Set(shown.map(({ cents }) => cents)).size).toBeLessThanOrEqual(1);
          return;
        }
        const until = shown.filter(({ time }) => time <= changedAt.getTime());
        const [from, to] = until.slice(-2).map(({ cents }) => cents) as [number, number];
        expect(until.at(-1)?.time).toBe(changedAt.getTime());
        expect(lastChangeCents).toBe(to - from);
        expect(lastChangeCents).not.toBe(0);
        expect(shown.slice(until.length).every(({ cents }) => cents === to)).toBe(true);
      }),
    );
  });

  it('takes no change of stock for a change of price', () => {
    fc.assert(
      fc.property(observations, fc.infiniteStream(fc.option(fc.boolean())), (all, stock) => {
        const restocked = all.map((one) => ({ ...one, inStock: stock.next().value }));
        const { priceCents, changedAt, lastChangeCents, lowestCents, atLowest } = foldSome(all);
        expect(foldSome(restocked)).toMatchObject({ priceCents, changedAt, lastChangeCents, lowestCents, atLowest });
      }),
    );
  });
});

describe('the changes of a price', () => {
  const inForce = (changes: readonly PriceChange[], hour: number): PriceChange | undefined =>
    changes.findLast(({ at }) => at.getTime() <= Date.UTC(2026, 0, 1, hour));
  const hours = Array.from({ length: 14 }, (_, index) => index - 1);

  it('reproduce price and seller at any time, as the state had them then', () => {
    fc.assert(
      fc.property(shuffledWithRepeats, ([all, arrived]) => {
        const changes = priceChanges(null, arrived);
        for (const hour of hours) {
          const then = foldPriceState(
            all.filter(({ observedAt }) => observedAt.getTime() <= Date.UTC(2026, 0, 1, hour)),
          );
          const { priceCents, sellerType } = inForce(changes, hour) ?? {};
          expect([hour, priceCents, sellerType]).toEqual([hour, then?.priceCents, then?.sellerType]);
        }
      }),
    );
  });

  it('are in order, at instants that were observed, and none repeats the one before', () => {
    fc.assert(
      fc.property(observations, (all) => {
        const changes = priceChanges(null, all);
        expect(changes.length).toBeGreaterThan(0);
        for (const [index, change] of changes.entries()) {
          expect(all.some(({ observedAt }) => observedAt.getTime() === change.at.getTime())).toBe(true);
          const before = changes[index - 1];
          if (before === undefined) continue;
          expect(change.at.getTime()).toBeGreaterThan(before.at.getTime());
          expect([change.priceCents, change.sellerType]).not.toEqual([before.priceCents, before.sellerType]);
        }
      }),
    );
  });

  it('go on from any earlier state with what is new, and lose or repeat none', () => {
    fc.assert(
      fc.property(observations, fc.integer({ min: 0, max: 12 }), (all, hour) => {
        const until = Date.UTC(2026, 0, 1, hour);
        const earlier = all.filter(({ observedAt }) => observedAt.getTime() <= until);
        const later = all.filter(({ observedAt }) => observedAt.getTime() > until);
        const joined = [...priceChanges(null, earlier), ...priceChanges(foldPriceState(earlier), later)];
        expect(joined).toEqual(priceChanges(null, all));
      }),
    );
  });
});
