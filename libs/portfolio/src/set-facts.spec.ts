import type { SetInCondition } from '@brickmarket/domain';
import { SetFacts } from './set-facts.ts';
import { setConditionKey } from './valued-holdings.ts';

const sealed = (setId: number): SetInCondition => ({ setId, condition: 'sealed' });

/** Facts that say at which version they were read; `changed` has the ids by version. */
function someFacts(changed: Readonly<Record<number, readonly number[] | null>>) {
  const reads: number[][] = [];
  const now = { version: 1, fails: false, wait: Promise.resolve() };
  const facts = new SetFacts<string, 'market'>(
    ['market'],
    async ({ market }) => {
      const since = Object.entries(changed).filter(([of]) => Number(of) > market && Number(of) <= now.version);
      return since.some(([, ids]) => ids === null) ? null : since.flatMap(([, ids]) => ids!);
    },
    async (wanted) => {
      const { version } = now;
      reads.push(wanted.map(({ setId }) => setId));
      await now.wait;
      if (now.fails) throw new Error('away');
      return wanted.map(({ setId }) => `${setId} at ${version}`);
    },
  );
  const read = async (version: number, ...setIds: number[]) => {
    const found = await facts.read(setIds.map(sealed), 10, { market: version });
    return setIds.map((setId) => found.get(setConditionKey(sealed(setId))));
  };
  return { facts, read, reads, now };
}

describe('SetFacts', () => {
  it('reads again only what has changed, and everything when that is not known', async () => {
    const { facts, read, reads, now } = someFacts({ 2: [7], 3: null });
    expect(await read(1, 7, 8)).toEqual(['7 at 1', '8 at 1']);
    now.version = 2;
    expect(facts.find([sealed(8)], 10, { market: 2 })).toBeNull();
    expect(await read(2, 7, 8)).toEqual(['7 at 2', '8 at 1']);
    expect(facts.find([sealed(8)], 10, { market: 2 })).not.toBeNull();
    now.version = 3;
    expect(await read(3, 7, 8)).toEqual(['7 at 3', '8 at 3']);
    expect(reads).toEqual([[7, 8], [7], [7, 8]]);
  });

  it('shares a read in progress, but not one that began before a change of its set', async () => {
    const { read, reads, now } = someFacts({ 2: [7] });
    let end: (() => void) | undefined;
    now.wait = new Promise((resolve) => (end = resolve));
    const first = [read(1, 7, 8)];
    await new Promise(setImmediate);
    first.push(read(1, 8));
    await new Promise(setImmediate);
    now.version = 2;
    const later = read(2, 7, 8);
    await new Promise(setImmediate);
    end!();
    expect(await Promise.all(first)).toEqual([['7 at 1', '8 at 1'], ['8 at 1']]);
    expect(await later).toEqual(['7 at 2', '8 at 1']);
    expect(await read(2, 7, 8)).toEqual(['7 at 2', '8 at 1']);
    expect(reads).toEqual([[7, 8], [7]]);
  });

  it('does not keep a failure, also after a change of other sets, and reads all on another day', async () => {
    const { facts, read, reads, now } = someFacts({ 2: [9] });
    now.fails = true;
    await expect(read(1, 7)).rejects.toThrow('away');
    now.fails = false;
    expect(await read(2, 7)).toEqual(['7 at 1']);
    await facts.read([sealed(7)], 11, { market: 2 });
    expect(reads).toEqual([[7], [7], [7]]);
  });
});
