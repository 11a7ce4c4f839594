import * as fc from 'fast-check';
import { slicesOf } from './staged-observations.ts';

describe('slices of sets', () => {
  it('cover every neighbour once, in order, and hold no more rows than allowed unless one neighbour has more', () => {
    const neighbours = fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { maxLength: 30 }).chain((buckets) =>
      fc.tuple(
        ...buckets
          .toSorted((a, b) => a - b)
          .map((bucket) =>
            fc.record({
              firstSetId: fc.constant(bucket * 10),
              lastSetId: fc.constant(bucket * 10 + 9),
              rows: fc.integer({ min: 1, max: 15 }),
            }),
          ),
      ),
    );
    fc.assert(
      fc.property(neighbours, (all) => {
        const within = slicesOf(all, 10).map((slice) =>
          all.filter(({ firstSetId, lastSetId }) => firstSetId >= slice.firstSetId && lastSetId <= slice.lastSetId),
        );
        expect(within.flat()).toEqual(all);
        for (const slice of within)
          expect(slice.length === 1 || slice.reduce((sum, { rows }) => sum + rows, 0) <= 10).toBe(true);
      }),
    );
  });
});
