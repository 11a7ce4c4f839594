import * as fc from 'fast-check';
import { PriceLevels } from './price-levels.ts';

const variance = fc.double({ min: 0.001, max: 0.2, noNaN: true });
const logPrice = fc.double({ min: 5, max: 10, noNaN: true });

describe('what is believed of prices', () => {
  it('is nothing at first', () => {
    const levels = new PriceLevels();
    expect([levels.knowsLead, levels.knowsUsed]).toEqual([false, false]);
  });

  it('is the first price seen, and then the mean by certainty', () => {
    const levels = new PriceLevels();
    levels.forget(8, 0);
    levels.seeLead(8, 0.01, Number.POSITIVE_INFINITY);
    levels.seeLead(9, 0.03, Number.POSITIVE_INFINITY);
    expect(levels.lead).toBeCloseTo(8.25, 6);
    expect(levels.leadVariance).toBeCloseTo(0.0075, 6);
    expect([levels.knowsLead, levels.knowsUsed]).toEqual([true, false]);
  });

  it('is drawn by a far price no harder than by one at the reach', () => {
    const levels = new PriceLevels();
    levels.set(8, 0, 0.01, 1, 0);
    levels.seeLead(100, 0.03, 2);
    expect(levels.lead).toBeCloseTo(8 + 0.25 * 2 * 0.2, 12);
  });

  it('lets a ratio tell of the price that was not seen', () => {
    const levels = new PriceLevels();
    levels.forget(0, 8);
    levels.seeUsed(8, 0.01, Number.POSITIVE_INFINITY);
    levels.seeRatio(-0.5, 0.04);
    expect(levels.knowsLead).toBe(true);
    expect(levels.lead).toBeCloseTo(8.5, 5);
    expect(levels.leadVariance).toBeCloseTo(0.05, 5);
  });

  it('grows less certain with time and more certain with each price, and never impossibly so', () => {
    const step = fc.record({ isUsed: fc.boolean(), logPrice, variance, together: variance, apart: variance });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
        const levels = new PriceLevels();
        levels.forget(7, 7);
        for (const { isUsed, logPrice: seen, variance: noise, together, apart } of steps) {
          levels.wander(together, apart);
          const before = isUsed ? levels.usedVariance : levels.leadVariance;
          if (isUsed) levels.seeUsed(seen, noise, 2);
          else levels.seeLead(seen, noise, 2);
          const after = isUsed ? levels.usedVariance : levels.leadVariance;
          expect(after).toBeLessThan(Math.min(before, noise * 1.0001));
          expect(after).toBeGreaterThan(0);
          expect(levels.covariance ** 2).toBeLessThanOrEqual(levels.leadVariance * levels.usedVariance);
        }
      }),
    );
  });
});
