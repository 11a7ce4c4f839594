import * as fc from 'fast-check';
import { allocate } from './gains.ts';
import { type CashFlow, cashFlowsOf, moneyWeightedReturn, timeWeightedReturn, type TimedCopies } from './returns.ts';
import { UnitValueSteps } from './value-history.ts';

const TODAY = 20_500;
const flowsOf = (...yearly: readonly number[]): CashFlow[] =>
  yearly.map((cents, year) => ({ day: TODAY + year * 365, cents }));
const presentValue = (flows: readonly CashFlow[], growth: number) =>
  flows.reduce((sum, { day, cents }) => sum + cents * growth ** (-(day - flows[0]!.day) / 365), 0);

describe('the money-weighted return', () => {
  it.each<[string, CashFlow[], number]>([
    ['doubles in a year', flowsOf(-100_00, 200_00), 100],
    ['comes back as it went', flowsOf(-100_00, 0, 100_00), 0],
    ['loses half in two years', flowsOf(-100_00, 0, 50_00), -29.29],
    ['is bought twice', flowsOf(-100_00, -100_00, 231_00), 10],
  ])('of what %s is one rate', (_, flows, pct) => {
    expect(moneyWeightedReturn(flows)).toEqual({ outcome: 'known', pct });
  });

  it('is not invented where 10 and 20 percent both fit', () => {
    expect(moneyWeightedReturn(flowsOf(-1_000_00, 2_300_00, -1_320_00))).toEqual({
      outcome: 'unknown',
      reason: 'several-rates',
    });
  });

  it('is missing where no rate fits: nothing came out, or no root exists', () => {
    expect(moneyWeightedReturn(flowsOf(-100_00, -50_00))).toEqual({ outcome: 'unknown', reason: 'no-rate' });
    expect(moneyWeightedReturn(flowsOf(100_00, -200_00, 150_00))).toEqual({ outcome: 'unknown', reason: 'no-rate' });
    expect(moneyWeightedReturn([])).toEqual({ outcome: 'unknown', reason: 'no-known-copies' });
  });

  it('finds the one rate that any purchases followed by any income have, and discounting by it leaves nothing', () => {
    const cents = fc.integer({ min: 1_00, max: 10_000_00 });
    fc.assert(
      fc.property(
        fc.array(cents, { minLength: 1, maxLength: 8 }),
        fc.array(cents, { minLength: 1, maxLength: 8 }),
        (ins, outs) => {
          const flows = [...ins.map((paid) => -paid), ...outs].map((amount, index) => ({
            day: TODAY + index * 100,
            cents: amount,
          }));
          const found = moneyWeightedReturn(flows);
          // Rates beyond a millionfold year are not told.
          if (found.outcome === 'unknown') expect(found.reason).toBe('no-rate');
          else {
            const growth = 1 + found.pct / 100;
            // The percentage is rounded to two decimals, so the exact rate is this near.
            const below = presentValue(flows, Math.max(growth - 0.00006, 1e-9));
            expect(below * presentValue(flows, growth + 0.00006)).toBeLessThanOrEqual(0);
          }
        },
      ),
    );
  });
});

const copies = (facts: Partial<TimedCopies> = {}): TimedCopies => ({
  quantity: 1,
  costCents: 100_00,
  acquiredDay: TODAY - 400,
  soldDay: null,
  netProceedsCents: 0,
  steps: UnitValueSteps.none,
  ...facts,
});
const market = UnitValueSteps.of([
  { day: TODAY - 300, unitValueCents: 100_00 },
  { day: TODAY - 20, unitValueCents: 150_00 },
  { day: TODAY - 10, unitValueCents: 120_00 },
]);

describe('the time-weighted return', () => {
  const over = (lots: readonly TimedCopies[], period: '30d' | '1y' = '30d') =>
    timeWeightedReturn(lots, { period, today: TODAY });

  it('is the change of value of what is there', () => {
    expect(over([copies({ steps: market })])).toEqual({ outcome: 'known', pct: 20 });
  });

  it('is unknown, not 0, when no copies are known, or none were there in the period', () => {
    const unknown = { outcome: 'unknown', reason: 'no-known-copies' };
    expect(over([])).toEqual(unknown);
    expect(over([copies({ steps: market, acquiredDay: TODAY - 200, soldDay: TODAY - 100 })])).toEqual(unknown);
    expect(over([copies({ steps: market, acquiredDay: TODAY + 1 })])).toEqual(unknown);
  });

  it('does not change with purchases and sales at the price of their day', () => {
    const days = fc.integer({ min: TODAY - 28, max: TODAY });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(days, fc.option(days), fc.integer({ min: 1, max: 5 })), { maxLength: 10 }),
        (trades) => {
          const lots = trades.map(([acquiredDay, sold, quantity]) => {
            const soldDay = sold !== null && sold >= acquiredDay ? sold : null;
            const worth = (day: number) => quantity * market.inForceOn(day)!;
            return copies({
              quantity,
              acquiredDay,
              soldDay,
              // At the price of the evening before: the day's own change counts.
              costCents: worth(acquiredDay - 1),
              netProceedsCents: soldDay === null ? 0 : worth(soldDay),
              steps: market,
            });
          });
          expect(over([copies({ steps: market }), ...lots])).toEqual({ outcome: 'known', pct: 20 });
        },
      ),
    );
  });

  it('and the money-weighted one do not change when lots are split', () => {
    const lot = copies({ quantity: 5, costCents: 505_00, steps: market, acquiredDay: TODAY - 200 });
    const parts = [
      { ...lot, quantity: 2, costCents: 202_00 },
      { ...lot, quantity: 3, costCents: 303_00 },
    ];
    expect(over(parts, '1y')).toEqual(over([lot], '1y'));
    expect(moneyWeightedReturn(cashFlowsOf(parts, TODAY))).toEqual(moneyWeightedReturn(cashFlowsOf([lot], TODAY)));
  });
});

describe('dividing an amount', () => {
  it('loses no cent and gives no part more than a cent too much', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
        fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 20 }),
        (cents, weights) => {
          const parts = allocate(cents, weights);
          const total = weights.reduce((sum, weight) => sum + weight, 0);
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents);
          parts.forEach((part, index) => {
            expect(Math.abs(part - (cents * weights[index]!) / total)).toBeLessThanOrEqual(1);
          });
        },
      ),
    );
  });
});
