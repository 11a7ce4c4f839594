import * as fc from 'fast-check';
import { Places } from './places.ts';

describe('Places', () => {
  it('holds what took a place and did not leave it, in a place of its own, and no more than there are', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (comings) => {
        const places = new Places<{ readonly name: number }>(5);
        const expected = new Map<number, { readonly name: number }>();
        comings.forEach((isComing, name) => {
          const [first] = expected.keys();
          if (isComing) {
            const thing = { name };
            const place = places.take(thing);
            expect(place === null).toBe(expected.size === 5);
            if (place !== null) expected.set(place, thing);
          } else if (first !== undefined) {
            places.leave(first);
            expected.delete(first);
          }
        });
        const held = new Map<number, { readonly name: number }>();
        places.forEach((thing, place) => held.set(place, thing));
        expect([...held].toSorted(([a], [b]) => a - b)).toEqual([...expected].toSorted(([a], [b]) => a - b));
        expect(places.taken).toBe(expected.size);
      }),
    );
  });
});
