import * as fc from 'fast-check';
import { slicesOf } from './set-slices.ts';

describe('slices of sets', () => {
  it('cover every set once, in order, and hold no more rows than allowed unless one set has more', () => {
    const sets = fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { maxLength: 30 }).chain((ids) =>
      fc.tuple(...ids.toSorted((a, b) => a - b).map((set_id) => fc.record({ set_id: fc.constant(set_id), rows: fc.integer({ min: 1, max: 15 }) }))),
    );
    fc.assert(
      fc.property(sets, (all) => {
        const within = slicesOf(all, 10).map(({ firstSetId, lastSetId }) => all.filter(({ set_id }) => set_id >= firstSetId && set_id <= lastSetId));
        expect(within.flat()).toEqual(all);
        for (const slice of within) expect(slice.length === 1 || slice.reduce((sum, { rows }) => sum + rows, 0) <= 10).toBe(true);
      }),
    );
  });
});
