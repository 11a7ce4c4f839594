import * as fc from 'fast-check';
import { HeldSets } from './held-sets.ts';

const VERSIONS = { catalog: 1, market: 1, retail: 1 };

describe('HeldSets', () => {
  let held: Map<number, readonly string[]>;
  let reads: number[];
  let sets: HeldSets;
  beforeEach(() => {
    held = new Map([
      [1, ['10-1', '20-1']],
      [2, ['30-1']],
    ]);
    reads = [];
    sets = new HeldSets(async (accountId) => {
      reads.push(accountId);
      return held.get(accountId) ?? [];
    });
  });

  const mayHold = (accountId: number, books: string, ...numbers: string[]): Promise<boolean> =>
    sets.mayHold({ accountId, books, versions: VERSIONS }, numbers);

  it('knows from the second time on that an account does not hold a set, by one reading of all it holds', async () => {
    expect(await mayHold(1, 'a', '30-1')).toBe(true);
    expect(reads).toEqual([]);
    for (const number of ['30-1', '40-1', '50-1']) expect(await mayHold(1, 'a', number)).toBe(false);
    expect(reads).toEqual([1]);
    expect(await mayHold(1, 'a', '20-1')).toBe(true);
    expect(await mayHold(1, 'a', '20', '20-1')).toBe(true);
    expect(reads).toEqual([1]);
  });

  it('keeps accounts apart', async () => {
    for (let time = 0; time < 2; time++) for (const account of [1, 2]) await mayHold(account, 'a', '30-1');
    expect([await mayHold(1, 'a', '30-1'), await mayHold(2, 'a', '30-1')]).toEqual([false, true]);
    expect([await mayHold(1, 'a', '10-1'), await mayHold(2, 'a', '10-1')]).toEqual([true, false]);
  });

  it('knows nothing of books, or of numbers of sets, that have changed since', async () => {
    for (let time = 0; time < 2; time++) await mayHold(1, 'a', '30-1');
    held.set(1, ['30-1']);
    expect(await mayHold(1, 'b', '30-1')).toBe(true);
    expect(await mayHold(1, 'b', '30-1')).toBe(true);
    expect(await mayHold(1, 'b', '10-1')).toBe(false);
    const renumbered = { ...VERSIONS, catalog: 2 };
    expect(await sets.mayHold({ accountId: 1, books: 'b', versions: renumbered }, ['10-1'])).toBe(true);
  });

  it('never denies a set that is held', async () => {
    const numbers = fc.array(fc.stringMatching(/^\d{1,6}-\d$/), { minLength: 1, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(numbers, async (all) => {
        const some = new HeldSets(async () => all);
        const ask = (number: string): Promise<boolean> =>
          some.mayHold({ accountId: 1, books: '', versions: VERSIONS }, [number]);
        await ask('');
        for (const number of all) expect(await ask(number)).toBe(true);
      }),
    );
  });
});
