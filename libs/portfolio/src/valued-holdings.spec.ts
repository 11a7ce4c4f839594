import { readValuedSets, type ValuedSet } from './valued-holdings.ts';

describe('reading the values of many sets', () => {
  const TODAY = 20_772;

  it('reads every set once, a few portions at a time, and stores each under its own id', async () => {
    const ids = Array.from({ length: 1_234 }, (_, index) => 3 * index + 7);
    const asked: number[] = [];
    const stored = new Map<number, ValuedSet>();
    let inProgress = 0;
    let most = 0;
    await readValuedSets(
      ids,
      TODAY,
      async (portion) => {
        most = Math.max(most, ++inProgress);
        asked.push(...portion);
        // The first portion is answered last.
        await new Promise((resolve) => setTimeout(resolve, portion[0] === ids[0] ? 20 : 1));
        inProgress--;
        const ranges = (index: number) => ({ sealed: { start: 2 * index, end: 2 * index + 2 } });
        return {
          table: Int32Array.from(portion.flatMap((id) => [TODAY, id])),
          sets: portion.map((id, index) => ({ setNumber: `${id}-1`, title: `Set ${id}`, ranges: ranges(index) })),
        };
      },
      (id, set) => stored.set(id, set),
    );
    expect(asked.toSorted((a, b) => a - b)).toEqual(ids);
    expect(most).toBe(3);
    expect([...stored].filter(([id, set]) => set.setNumber !== `${id}-1`)).toEqual([]);
    expect(ids.filter((id) => stored.get(id)?.worth.sealed.todayCents !== id)).toEqual([]);
  });
});
