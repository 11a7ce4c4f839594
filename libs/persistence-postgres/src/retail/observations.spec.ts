import * as fc from 'fast-check';
import { slicesOf } from './observations.ts';

describe('slices of sets', () => {
  it('hold every set once, in order, and no more rows than allowed unless one set has more', () => {
    const rowsOf = fc
      .uniqueArray(fc.tuple(fc.nat(1000), fc.integer({ min: 1, max: 15 })), { selector: ([setId]) => setId })
      .map((entries) => new Map(entries));
    fc.assert(
      fc.property(rowsOf, (all) => {
        const slices = slicesOf(all, 10);
        expect(slices.flat()).toEqual([...all.keys()].toSorted((a, b) => a - b));
        for (const slice of slices)
          expect(slice.length === 1 || slice.reduce((sum, setId) => sum + all.get(setId)!, 0) <= 10).toBe(true);
      }),
    );
  });
});
