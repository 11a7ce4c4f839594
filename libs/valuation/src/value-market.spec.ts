import * as fc from 'fast-check';
import { marketFromRows } from './market.ts';
import { UNLEARNED_MODEL } from './market-model.ts';
import { valueAt } from './market-values.ts';
import type { SaleRow } from './sale-columns.ts';
import { valueWithModel } from './value-market.ts';

const TODAY = 20_000;
const facts = {
  theme: null,
  year: null,
  releaseDay: null,
  exitDay: TODAY - 1_000,
  listPriceCents: null,
  retailPriceCents: null,
};
const valueOf = (sealed: readonly SaleRow[]) =>
  valueAt(valueWithModel(marketFromRows([{ facts, sales: { sealed } }]), TODAY, UNLEARNED_MODEL), 0);

const day = fc.integer({ min: TODAY - 179, max: TODAY });
const quantity = fc.integer({ min: 1, max: 9 });
const anySales = fc.array(fc.record({ day, quantity, priceCents: fc.integer({ min: 1, max: 50_000_00 }) }), {
  maxLength: 60,
});
/** Close enough together that none of them is an outlier: three deviations of the assumed noise are 39 %. */
const calmSales = fc.array(fc.record({ day, quantity, priceCents: fc.integer({ min: 100_00, max: 109_00 }) }), {
  minLength: 1,
  maxLength: 60,
});

describe('value of an item by its own sales', () => {
  it('lies within its range and between the cheapest and the dearest sale', () => {
    fc.assert(
      fc.property(
        anySales.filter((sales) => sales.length > 0),
        (sales) => {
          const { lowCents, valueCents, highCents } = valueOf(sales)!;
          const prices = sales.map((sale) => sale.priceCents);
          expect([lowCents, valueCents, highCents]).toEqual(
            [lowCents, valueCents, highCents].toSorted((a, b) => a - b),
          );
          expect(valueCents).toBeGreaterThanOrEqual(Math.min(...prices));
          expect(valueCents).toBeLessThanOrEqual(Math.max(...prices));
        },
      ),
    );
  });

  it('scales with the prices', () => {
    fc.assert(
      fc.property(
        anySales.filter((sales) => sales.length > 0),
        fc.integer({ min: 2, max: 50 }),
        (sales, factor) => {
          const value = valueOf(sales)!;
          const scaled = valueOf(sales.map((sale) => ({ ...sale, priceCents: sale.priceCents * factor })))!;
          expect(Math.abs(scaled.valueCents - value.valueCents * factor)).toBeLessThanOrEqual(factor / 2 + 1);
          expect(scaled.tier).toBe(value.tier);
        },
      ),
    );
  });

  it('scales with prices that are far apart by exactly as much as two prices may be', () => {
    const apart = (cents: number) => [
      { day: TODAY - 179, priceCents: 8 * cents },
      { day: TODAY - 179, priceCents: cents },
    ];
    const value = valueOf(apart(200))!.valueCents;
    for (let factor = 2; factor < 200; factor++)
      expect(Math.abs(valueOf(apart(200 * factor))!.valueCents - value * factor)).toBeLessThanOrEqual(factor / 2 + 1);
  });

  it('does not depend on the order of the rows', () => {
    const shuffled = anySales.chain((sales) =>
      fc.tuple(fc.constant(sales), fc.shuffledSubarray(sales, { minLength: sales.length })),
    );
    fc.assert(fc.property(shuffled, ([sales, others]) => expect(valueOf(others)).toEqual(valueOf(sales))));
  });

  it('never falls when one sale was dearer', () => {
    fc.assert(
      fc.property(calmSales, fc.nat(), fc.integer({ min: 0, max: 9_00 }), (sales, pick, rise) => {
        const raised = sales.map((sale, i) =>
          i === pick % sales.length ? { ...sale, priceCents: Math.min(sale.priceCents + rise, 109_00) } : sale,
        );
        expect(valueOf(raised)!.valueCents).toBeGreaterThanOrEqual(valueOf(sales)!.valueCents);
      }),
    );
  });

  it('never falls in used condition when one used sale was dearer, whatever sealed copies do', () => {
    const valueOfUsed = (sealed: readonly SaleRow[], used: readonly SaleRow[]) =>
      valueAt(valueWithModel(marketFromRows([{ facts, sales: { sealed, used } }]), TODAY, UNLEARNED_MODEL), 1);
    fc.assert(
      fc.property(calmSales, calmSales, fc.nat(), fc.integer({ min: 0, max: 9_00 }), (sealed, used, pick, rise) => {
        const raised = used.map((sale, i) =>
          i === pick % used.length ? { ...sale, priceCents: Math.min(sale.priceCents + rise, 109_00) } : sale,
        );
        expect(valueOfUsed(sealed, raised)!.valueCents).toBeGreaterThanOrEqual(valueOfUsed(sealed, used)!.valueCents);
      }),
    );
  });

  it('hardly notices one absurd sale among twenty or more', () => {
    const many = fc.array(fc.record({ day, priceCents: fc.integer({ min: 100_00, max: 109_00 }) }), {
      minLength: 20,
      maxLength: 60,
    });
    const absurd = fc.record({
      day,
      priceCents: fc.oneof(fc.integer({ min: 1, max: 50_00 }), fc.integer({ min: 250_00, max: 9_000_000_00 / 100 })),
    });
    fc.assert(
      fc.property(many, absurd, (sales, odd) => {
        const change = Math.abs(valueOf([...sales, odd])!.valueCents / valueOf(sales)!.valueCents - 1);
        expect(change).toBeLessThan(0.02);
      }),
    );
  });

  it('hardly notices an absurd sale on the first day of many that follow within three days', () => {
    const sales = [19_821, 19_822, ...Array.from({ length: 18 }, () => 19_823)].map((on) => ({
      day: on,
      priceCents: 10_000,
    }));
    expect(valueOf([...sales, { day: 19_821, priceCents: 1 }])!.valueCents).toBe(10_000);
  });

  it('is the price itself when all sales were at one price, with a range around it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ day, quantity }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 100, max: 50_000_00 }),
        (sales, priceCents) => {
          const value = valueOf(sales.map((sale) => ({ ...sale, priceCents })))!;
          expect(value.valueCents).toBe(priceCents);
          expect(value.lowCents).toBeLessThan(priceCents);
          expect(value.highCents).toBeGreaterThan(priceCents);
        },
      ),
    );
  });

  it('gives one sale its price and two sales of a day the middle', () => {
    expect(valueOf([{ day: TODAY, priceCents: 12_345 }])).toMatchObject({ valueCents: 12_345, tier: 'low' });
    // The middle of logarithms: sqrt(10000 * 14400).
    const two = [
      { day: TODAY, priceCents: 10_000 },
      { day: TODAY, priceCents: 14_400 },
    ];
    expect(valueOf(two)).toMatchObject({ valueCents: 12_000, tier: 'low' });
  });

  it('holds a single absurd sale near the prior', () => {
    const known = { ...facts, exitDay: null, releaseDay: TODAY - 100, listPriceCents: 10_000 };
    const market = marketFromRows([{ facts: known, sales: { sealed: [{ day: TODAY, priceCents: 1_000_000 }] } }]);

    expect(valueAt(valueWithModel(market, TODAY, UNLEARNED_MODEL), 0)!.valueCents).toBeLessThan(11_000);
  });
});
