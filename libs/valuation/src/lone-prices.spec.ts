import * as fc from 'fast-check';
import { lonePrices } from './lone-prices.ts';
import { UNLEARNED_MODEL } from './market-model.ts';
import { valueAt } from './market-values.ts';
import { marketFromRows } from './market.ts';
import type { SaleRow } from './sale-columns.ts';
import { valueWithModel } from './value-market.ts';

const TODAY = 20_000;
const facts = {
  theme: null,
  year: null,
  releaseDay: null,
  exitDay: TODAY - 1_000,
  listPriceCents: 1_499,
  retailPriceCents: null,
};
const marketOf = (sealed: readonly SaleRow[]) => marketFromRows([{ facts, sales: { sealed } }]);
const valueOf = (sealed: readonly SaleRow[]) => valueAt(valueWithModel(marketOf(sealed), TODAY, UNLEARNED_MODEL), 0);
const loneOf = (sealed: readonly SaleRow[]) => {
  const market = marketOf(sealed);
  return Array.from(lonePrices(market, TODAY), ({ sale, countedSales, medianCents }) => ({
    priceCents: market.sales.priceCents[sale],
    countedSales,
    medianCents,
  }));
};

describe('lone prices', () => {
  it('are those that move no value: without them it is the same', () => {
    const ordinary = fc.record({
      day: fc.integer({ min: TODAY - 300, max: TODAY }),
      priceCents: fc.integer({ min: 1_000, max: 2_000 }),
    });
    fc.assert(
      fc.property(
        fc.array(ordinary, { minLength: 2, maxLength: 30 }),
        fc.integer({ min: TODAY - 300, max: TODAY }),
        fc.constantFrom(1, 100_000, 5_000_000),
        (sales, day, priceCents) => {
          expect(loneOf(sales)).toEqual([]);
          const [lone, ...others] = loneOf([...sales, { day, priceCents }]);
          expect([lone, others]).toEqual([
            { priceCents, countedSales: sales.length, medianCents: expect.any(Number) as number },
            [],
          ]);
          expect(valueOf([...sales, { day, priceCents }])).toEqual(valueOf(sales));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('are more than eight times away, at every height of prices', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (cents) => {
        const apart = (priceCents: number) => [
          { day: TODAY - 3, priceCents: cents },
          { day: TODAY - 2, priceCents: cents },
          { day: TODAY - 1, priceCents },
        ];
        expect(loneOf(apart(8 * cents))).toEqual([]);
        expect(loneOf(apart(8 * cents + 1))).toHaveLength(1);
      }),
    );
  });

  it('are looked for among the sales of the window: not among those of years before, nor of tomorrow', () => {
    const dream = { priceCents: 225_000 };
    const known = [
      { day: TODAY - 20, priceCents: 1_300 },
      { day: TODAY - 9, priceCents: 1_400 },
    ];
    expect(loneOf([...known, { ...dream, day: TODAY + 1 }, { ...dream, day: TODAY - 365 }])).toEqual([]);
    expect(loneOf([...known, { ...dream, day: TODAY - 364 }])).toEqual([
      { priceCents: 225_000, countedSales: 2, medianCents: 1_350 },
    ]);
    expect(loneOf([...known, { ...dream, day: TODAY - 8 }, { ...dream, day: TODAY }])).toEqual([]);
  });
});
