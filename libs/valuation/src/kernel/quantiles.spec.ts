import * as fc from 'fast-check';
import { medianInPlace, quantileOfSorted } from './quantiles.ts';

// 0 and -0 have no order among themselves, so either may be the middle.
const oneZero = fc.double({ noNaN: true, min: -1e9, max: 1e9 }).map((number) => number + 0);
const numbers = fc.oneof(
  fc.array(oneZero, { minLength: 1, maxLength: 400 }),
  fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 400 }),
);

describe('the median in place', () => {
  it('is the middle of the sorted numbers, and looks at no others', () => {
    fc.assert(
      fc.property(numbers, fc.array(fc.double({ noNaN: true }), { maxLength: 5 }), (counted, others) => {
        const values = Float64Array.from([...counted, ...others]);
        expect(medianInPlace(values, counted.length)).toBe(
          quantileOfSorted(Float64Array.from(counted).sort(), 0, counted.length, 0.5),
        );
        expect([...values.subarray(counted.length)]).toEqual(others);
        expect([...values.subarray(0, counted.length)].toSorted((a, b) => a - b)).toEqual(
          counted.toSorted((a, b) => a - b),
        );
      }),
    );
  });
});

describe('quantiles', () => {
  it('reads between neighbours', () => {
    expect(quantileOfSorted(Float64Array.of(9, 1, 3, 9), 1, 3, 0.25)).toBe(1.5);
  });
});
