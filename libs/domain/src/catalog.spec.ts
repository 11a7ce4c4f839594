import * as fc from 'fast-check';
import { MinifigNumberIndex, minifigNumberKey, shownMinifigNumber } from './catalog.ts';

const figure = (minifigNumber: string, marketplaceNumber: string | null = null) => ({
  minifigNumber,
  marketplaceNumber,
});

describe('shownMinifigNumber', () => {
  it("is the marketplace's number, or the catalogue's where that is not known", () => {
    expect(shownMinifigNumber(figure('fig-000001', 'sw1219'))).toBe('sw1219');
    expect(shownMinifigNumber(figure('fig-000001'))).toBe('fig-000001');
  });
});

describe('MinifigNumberIndex', () => {
  const [pilot, droid] = [figure('fig-000001', 'sw1219'), figure('fig-000002')];

  it.each(['fig-000001', 'FIG-000001', 'sw1219', 'SW1219', 'Sw1219'])('finds a figure by %s', (number) => {
    expect(new MinifigNumberIndex([droid, pilot]).find(number)).toBe(pilot);
  });

  it('finds a figure whose marketplace number has capitals by any case', () => {
    const falcon = figure('fig-000003', 'sw0001A');
    for (const number of ['sw0001A', 'sw0001a', 'SW0001A'])
      expect(new MinifigNumberIndex([pilot, falcon]).find(number)).toBe(falcon);
  });

  it('finds a figure whose own number has capitals by any case', () => {
    const own = figure('Fig-X1', 'sw1220');
    for (const number of ['Fig-X1', 'fig-x1', 'FIG-X1'])
      expect(new MinifigNumberIndex([pilot, own]).find(number)).toBe(own);
  });

  it('finds nothing by a number that no figure has', () => {
    for (const number of ['sw1218', 'fig-000003', '', 'null'])
      expect(new MinifigNumberIndex([pilot, droid]).find(number)).toBeNull();
  });

  it("puts an exact number before one in another case, and the catalogue's before the marketplace's", () => {
    const [own, other] = [figure('x1'), figure('fig-9', 'x1')];
    const [lower, upper] = [figure('fig-a'), figure('FIG-A')];
    for (const figures of [
      [own, other, lower, upper],
      [upper, lower, other, own],
    ]) {
      const index = new MinifigNumberIndex(figures);
      expect([index.find('x1'), index.find('fig-a'), index.find('FIG-A')]).toEqual([own, lower, upper]);
    }
  });

  it('does not depend on the order of figures whose numbers differ in more than case', () => {
    const number = fc.string({ unit: fc.constantFrom('a', 'B', 'b', '1', '-'), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.record({ minifigNumber: number, marketplaceNumber: fc.option(number, { nil: null }) }), {
          selector: (one) => minifigNumberKey(one.minifigNumber),
        }),
        number,
        (figures, asked) => {
          const claimed = new Set<string>();
          const known = figures.map((one) => {
            const key = one.marketplaceNumber === null ? '' : minifigNumberKey(one.marketplaceNumber);
            const isTaken = claimed.has(key);
            claimed.add(key);
            return isTaken ? { ...one, marketplaceNumber: null } : one;
          });
          expect(new MinifigNumberIndex(known).find(asked)).toBe(
            new MinifigNumberIndex(known.toReversed()).find(asked),
          );
        },
      ),
    );
  });
});
