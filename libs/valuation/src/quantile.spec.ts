import * as fc from 'fast-check';
import { quantileOfSorted, sortPaired, weightedMidMeanOfSorted } from './quantile.ts';

describe('quantiles', () => {
  it('sorts values and keeps each with its weight', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 80 }), (numbers) => {
      const values = Float64Array.from(numbers);
      const weights = Float64Array.from(numbers, (number) => number * 2);
      sortPaired(values, weights, numbers.length);
      expect([...values]).toEqual(numbers.toSorted((a, b) => a - b));
      expect([...weights]).toEqual([...values].map((value) => value * 2));
    }));
  });

  it('averages the middle by weight, edges in part', () => {
    // Of weight 10, what lies from 2.5 to 7.5 stays: 0.5 of the first, all 4 of the second, 0.5 of the third.
    const values = Float64Array.of(1, 2, 10);
    const weights = Float64Array.of(3, 4, 3);
    expect(weightedMidMeanOfSorted(values, weights, 3, 0.25)).toBeCloseTo((0.5 * 1 + 4 * 2 + 0.5 * 10) / 5, 12);
  });

  it('reads between neighbours', () => {
    expect(quantileOfSorted(Float64Array.of(9, 1, 3, 9), 1, 3, 0.25)).toBe(1.5);
  });
});
