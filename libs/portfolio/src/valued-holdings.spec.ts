import { readValuedSets, unknownSets, type ValuedSet, valuedSetKey } from './valued-holdings.ts';

describe('reading the values of many sets', () => {
  const TODAY = 20_772;

  it('reads every set once, a few portions at a time, and stores each under its own id', async () => {
    const sets = Array.from({ length: 1_234 }, (_, index) => ({
      setId: 3 * index + 7,
      condition: index % 3 === 0 ? ('used' as const) : ('sealed' as const),
    }));
    const asked: number[] = [];
    const stored = new Map<number, ValuedSet>();
    let inProgress = 0;
    let most = 0;
    await readValuedSets(
      sets,
      TODAY,
      async (portion) => {
        most = Math.max(most, ++inProgress);
        asked.push(...portion.map(valuedSetKey));
        // The first portion is answered last.
        await new Promise((resolve) => setTimeout(resolve, portion[0] === sets[0] ? 20 : 1));
        inProgress--;
        return {
          table: Int32Array.from(portion.flatMap((set) => [TODAY, valuedSetKey(set)])),
          sets: portion.map(({ setId }, index) => ({
            setNumber: `${setId}-1`,
            title: `Set ${setId}`,
            theme: 'Castle',
            range: { start: 2 * index, end: 2 * index + 2 },
          })),
        };
      },
      (key, set) => stored.set(key, set),
    );
    expect(asked.toSorted((a, b) => a - b)).toEqual(sets.map(valuedSetKey));
    expect(most).toBe(3);
    for (const set of sets)
      expect(stored.get(valuedSetKey(set))).toMatchObject({
        setNumber: `${set.setId}-1`,
        worth: { todayCents: valuedSetKey(set) },
      });
  });

  it('asks for a set once in each condition in which there are copies, unless it is known', () => {
    const sealed = { setId: 7, condition: 'sealed' } as const;
    const used = { setId: 7, condition: 'used' } as const;
    const other = { setId: 8, condition: 'sealed' } as const;
    expect(unknownSets([sealed, used, sealed, other], (key) => key === valuedSetKey(other))).toEqual([sealed, used]);
  });
});
