import type { Holding } from '@brickmarket/domain';
import * as fc from 'fast-check';
import { countsInTotals, valueHolding } from './holding-valuation.ts';
import { averageUnitCost, monthlyPurchases, portfolioTotals, topMovers } from './portfolio-totals.ts';
import {
  anyHoldings,
  anySeries,
  countedCopies,
  stepsIn,
  TODAY,
  unitValuesOn,
  type ValueSeries,
} from './testing/portfolio-builders.ts';
import { HISTORY_DAYS, type HistoryPeriod, valueHistory } from './value-history.ts';

const anyPeriod = fc.constantFrom(...(Object.keys(HISTORY_DAYS) as HistoryPeriod[]));
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const totalsOf = (holdings: readonly Holding[], series: readonly ValueSeries[], day = TODAY) =>
  portfolioTotals(countedCopies(holdings), unitValuesOn(series, day));

/** Every holding of more than one copy in two, the parts far apart. */
function splitInTwo(holdings: readonly Holding[]): readonly Holding[] {
  const splittable = holdings.filter((holding) => holding.quantity > 1);
  return [
    ...holdings.map((holding) => ({
      ...holding,
      quantity: Math.max(1, holding.quantity - Math.ceil(holding.quantity / 3)),
    })),
    ...splittable.map((holding) => ({ ...holding, quantity: Math.ceil(holding.quantity / 3) })),
  ];
}

describe('a portfolio', () => {
  it('adds up: the lines of its holdings, and the totals of its brickfolios, are its totals', () => {
    fc.assert(
      fc.property(anyHoldings, anyHoldings, anySeries, (some, others, series) => {
        const whole = totalsOf([...some, ...others], series);
        const unitValueOf = unitValuesOn(series, TODAY);
        const lines = [...some, ...others]
          .filter(({ status }) => countsInTotals(status))
          .map((holding) => valueHolding(holding, unitValueOf(holding)));
        const parts = [totalsOf(some, series), totalsOf(others, series)];
        for (const figure of ['costCents', 'valueCents', 'gainCents'] as const) {
          expect(sum(lines.map((line) => line[figure] ?? 0))).toBe(whole[figure]);
          expect(sum(parts.map((part) => part[figure]))).toBe(whole[figure]);
        }
        expect(sum(parts.map((part) => part.itemCount))).toBe(whole.itemCount);
        for (const figure of ['itemCount', 'valueCents'] as const)
          expect(sum(parts.map(({ unknownCost }) => unknownCost[figure]))).toBe(whole.unknownCost[figure]);
      }),
    );
  });

  it('spends in its months what its dated holdings cost', () => {
    fc.assert(
      fc.property(anyHoldings, anySeries, (holdings, series) => {
        const dated = totalsOf(
          holdings.filter(({ purchaseDay }) => purchaseDay !== null),
          series,
        );
        const months = monthlyPurchases(holdings);
        expect(sum(months.map(({ costCents }) => costCents ?? 0))).toBe(dated.costCents);
        expect(sum(months.map(({ itemCount }) => itemCount))).toBe(dated.itemCount);
      }),
    );
  });

  it('changes no figure but the number of entries when holdings are split in two', () => {
    fc.assert(
      fc.property(anyHoldings, anySeries, anyPeriod, (holdings, series, period) => {
        const split = splitInTwo(holdings);
        const unitValueOf = unitValuesOn(series, TODAY);
        expect(totalsOf(split, series)).toEqual(totalsOf(holdings, series));
        expect(valueHistory(countedCopies(split), stepsIn(series), { period, today: TODAY })).toEqual(
          valueHistory(countedCopies(holdings), stepsIn(series), { period, today: TODAY }),
        );
        expect(topMovers(split, unitValueOf)).toEqual(topMovers(holdings, unitValueOf));
        expect(averageUnitCost(split)).toBe(averageUnitCost(holdings));
        const withoutEntries = (some: readonly Holding[]) =>
          monthlyPurchases(some).map(({ month, itemCount, costCents }) => [month, itemCount, costCents]);
        expect(withoutEntries(split)).toEqual(withoutEntries(holdings));
      }),
    );
  });

  it('is worth its cost, its gain and what is of unknown cost, and ends its history on its totals', () => {
    fc.assert(
      fc.property(anyHoldings, anySeries, anyPeriod, (holdings, series, period) => {
        const points = valueHistory(countedCopies(holdings), stepsIn(series), { period, today: TODAY });
        const { costCents, valueCents, gainCents, gainPct, unknownCost } = totalsOf(holdings, series);
        expect(valueCents).toBe(costCents + gainCents + unknownCost.valueCents);
        expect(points.at(-1)).toEqual({ day: TODAY, costCents, valueCents, gainCents, gainPct });
      }),
    );
  });

  it('has the history that valuing every holding anew on every day gives', () => {
    fc.assert(
      fc.property(anyHoldings, anySeries, anyPeriod, (holdings, series, period) => {
        const copies = countedCopies(holdings);
        for (const point of valueHistory(copies, stepsIn(series), { period, today: TODAY })) {
          const unitValueOf = unitValuesOn(series, point.day);
          const held = copies.filter(
            ({ heldFrom }) => heldFrom === null || heldFrom <= point.day || point.day === TODAY,
          );
          const { costCents, valueCents, gainCents, gainPct } = portfolioTotals(held, unitValueOf);
          expect(point).toEqual({ day: point.day, costCents, valueCents, gainCents, gainPct });
        }
      }),
      { numRuns: 60 },
    );
  });

  it('ranks as its lines show: nobody gains more than the gainer or loses more than the loser', () => {
    fc.assert(
      fc.property(anyHoldings, anySeries, (holdings, series) => {
        const unitValueOf = unitValuesOn(series, TODAY);
        const percentages = holdings
          .filter(({ status }) => countsInTotals(status))
          .map((holding) => valueHolding(holding, unitValueOf(holding)).gainPct ?? 0);
        const { gainer, loser } = topMovers(holdings, unitValueOf);
        expect(gainer?.gainPct ?? 0).toBe(Math.max(0, ...percentages));
        expect(loser?.gainPct ?? 0).toBe(Math.min(0, ...percentages));
      }),
    );
  });
});
