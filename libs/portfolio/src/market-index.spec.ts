import { type Condition, type ThemeMove } from '@brickmarket/domain';
import * as fc from 'fast-check';
import { marketIndex } from './market-index.ts';

const held = (theme: string, todayCents: number | null, condition: Condition = 'sealed', quantity = 1) => ({
  ...{ theme, condition, quantity },
  worth: { todayCents },
});
const moved = (theme: string, beforeCents: number, nowCents: number, facts: Partial<ThemeMove> = {}): ThemeMove => ({
  ...{ theme, condition: 'sealed', sets: 10, valuedSets: 8, beforeCents, nowCents },
  ...facts,
});

describe('the index of the themes held', () => {
  it('weighs each theme and condition by what the copies held of it are worth', () => {
    const moves = [
      moved('Space', 10_000, 12_000),
      moved('Castle', 10_000, 9_000, { sets: 4, valuedSets: 1 }),
      moved('Castle', 100, 200, { condition: 'used' }),
      moved('Town', 1, 1_000),
    ];
    expect(marketIndex([held('Space', 300), held('Castle', 50, 'sealed', 2)], moves)).toEqual({
      pct: 12.5,
      ...{ valuedSets: 9, sets: 14 },
    });
    expect(marketIndex([held('Castle', 50, 'used')], moves)).toEqual({ pct: 100, valuedSets: 8, sets: 10 });
  });

  it('is unknown where nothing held, or no set of its themes, has a value, and says how little it covers', () => {
    const none = moved('Space', 0, 0, { valuedSets: 0 });
    expect(marketIndex([], [none])).toEqual({ pct: null, valuedSets: 0, sets: 0 });
    expect(marketIndex([held('Space', 100)], [none])).toEqual({ pct: null, valuedSets: 0, sets: 10 });
    expect(marketIndex([held('Space', null)], [moved('Space', 1, 2)])).toMatchObject({ pct: null });
    // A theme without values has no weight: the others are not taken for unchanged.
    const both = [none, moved('Castle', 100, 150)];
    expect(marketIndex([held('Space', 900), held('Castle', 100)], both)).toMatchObject({ pct: 50, sets: 20 });
  });

  it('lies between the smallest and the largest move of its themes', () => {
    const cents = fc.integer({ min: 1, max: 1_000_000 });
    const themes = fc.uniqueArray(fc.record({ theme: fc.string(), before: cents, now: cents, worth: cents }), {
      selector: ({ theme }) => theme,
      minLength: 1,
    });
    fc.assert(
      fc.property(themes, (some) => {
        const { pct } = marketIndex(
          some.map(({ theme, worth }) => held(theme, worth)),
          some.map(({ theme, before, now }) => moved(theme, before, now)),
        );
        const changes = some.map(({ before, now }) => 100 * (now / before - 1));
        expect(pct).toBeGreaterThanOrEqual(Math.min(...changes) - 0.006);
        expect(pct).toBeLessThanOrEqual(Math.max(...changes) + 0.006);
      }),
    );
  });
});
