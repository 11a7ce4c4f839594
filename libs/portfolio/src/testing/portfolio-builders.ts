import {
  type Condition,
  CONDITIONS,
  type EpochDay,
  type Holding,
  HOLDING_STATUSES,
  parseIsoDay,
} from '@brickmarket/domain';
import * as fc from 'fast-check';
import { costOf, countsInTotals, type HeldCopies, type UnitValueLookup } from '../holding-valuation.ts';
import { UnitValueSteps } from '../value-history.ts';

/** One owned, sealed copy of 75192-1, bought for 500.00 on 2025-03-10. */
export function aHolding(facts: Partial<Holding> = {}): Holding {
  return {
    setNumber: '75192-1',
    quantity: 1,
    condition: 'sealed',
    purchasePriceCents: 50_000,
    purchaseDay: parseIsoDay('2025-03-10'),
    status: 'owned',
    notes: null,
    ...facts,
  };
}

/** What decides the market value of a copy: the set and its condition. */
export interface HeldItem {
  readonly setNumber: string;
  readonly condition: Condition;
}

/** The unit values of an item over time. */
export interface ValueSeries extends HeldItem {
  readonly steps: UnitValueSteps;
}

/** Finds an item's steps among series, at most one per item. */
export function stepsIn(series: readonly ValueSeries[]): (item: HeldItem) => UnitValueSteps {
  return ({ setNumber, condition }) =>
    series.find((item) => item.setNumber === setNumber && item.condition === condition)?.steps ?? UnitValueSteps.none;
}

/** Finds the unit values on a day. */
export function unitValuesOn(series: readonly ValueSeries[], day: EpochDay): UnitValueLookup<HeldItem> {
  const stepsOf = stepsIn(series);
  return (item) => stepsOf(item).inForceOn(day);
}

/** The copies of the unsold holdings, one record per holding, in the order given. */
export function countedCopies(holdings: Iterable<Holding>): readonly (HeldCopies & HeldItem)[] {
  return [...holdings]
    .filter((holding) => countsInTotals(holding.status))
    .map((holding) => ({
      setNumber: holding.setNumber,
      condition: holding.condition,
      quantity: holding.quantity,
      costCents: costOf(holding),
      heldFrom: holding.purchaseDay,
    }));
}

/** The day all generated portfolios are valued on. */
export const TODAY = 20_500;
// Mostly around the edges of a 30-day history, some long before it and after today.
const anyDay = fc.oneof(
  fc.integer({ min: TODAY - 32, max: TODAY + 2 }),
  fc.integer({ min: TODAY - 800, max: TODAY + 60 }),
);
// Few items, so that holdings and value series often share one.
const anyItem = fc.record({
  setNumber: fc.constantFrom('10497-1', '21325-1', '75192-1'),
  condition: fc.constantFrom(...CONDITIONS),
});
const centsOrUnknown = fc.option(fc.integer({ min: 0, max: 2_000_000 }), { freq: 4 });

const anyHolding: fc.Arbitrary<Holding> = fc
  .record({
    item: anyItem,
    quantity: fc.integer({ min: 1, max: 50 }),
    purchasePriceCents: centsOrUnknown,
    purchaseDay: fc.option(anyDay, { freq: 4 }),
    status: fc.constantFrom(...HOLDING_STATUSES),
  })
  .map(({ item, ...facts }) => aHolding({ ...item, ...facts }));

/** Holdings of every status, with and without price and date. */
export const anyHoldings = fc.array(anyHolding, { maxLength: 25 });

const anySteps = fc
  .uniqueArray(fc.record({ day: anyDay, unitValueCents: centsOrUnknown }), {
    maxLength: 12,
    selector: ({ day }) => day,
  })
  .map((steps) => steps.toSorted((a, b) => a.day - b.day));

/** Value series of some of the items, at most one per item. */
export const anySeries: fc.Arbitrary<ValueSeries[]> = fc.uniqueArray(
  fc
    .record({ item: anyItem, steps: anySteps })
    .map(({ item, steps }) => ({ ...item, steps: UnitValueSteps.of(steps) })),
  { selector: ({ setNumber, condition }) => `${setNumber} ${condition}` },
);
