import { CONDITIONS, HOLDING_STATUSES, type Holding } from '@brickmarket/domain';
import * as fc from 'fast-check';
import { ValueSteps } from '../value-steps.ts';
import { aHolding } from './a-holding.ts';
import type { ValueSeries } from './value-series.ts';

export const TODAY = 20_500;
/** Mostly around the edges of a 30-day history, some long before it and after today. */
const anyDay = fc.oneof(
  fc.integer({ min: TODAY - 32, max: TODAY + 2 }),
  fc.integer({ min: TODAY - 800, max: TODAY + 60 }),
);
/** Few items, so that holdings and steps meet. */
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

export const anyHoldings = fc.array(anyHolding, { maxLength: 25 });

const anySteps = fc
  .uniqueArray(fc.record({ day: anyDay, unitValueCents: centsOrUnknown }), {
    maxLength: 12,
    selector: ({ day }) => day,
  })
  .map((steps) => steps.toSorted((a, b) => a.day - b.day));

export const anySeries: fc.Arbitrary<ValueSeries[]> = fc.uniqueArray(
  fc.record({ item: anyItem, steps: anySteps }).map(({ item, steps }) => ({ ...item, steps: ValueSteps.of(steps) })),
  { selector: ({ setNumber, condition }) => `${setNumber} ${condition}` },
);
