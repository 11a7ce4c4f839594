import { setImmediate as nextTick } from 'node:timers/promises';
import { deferred } from '../../../../test/support/eventually.ts';
import { AccountCoalescer, Coalescer, Overloaded } from './coalescer.ts';

const MAX_WAIT_MS = 60_000;

describe('Coalescer', () => {
  it('sends calls of the same tick together, and those that arrive meanwhile in the next batch', async () => {
    const batches: number[][] = [];
    const underWay = deferred();
    const coalescer = new Coalescer<number, number>(async (inputs) => {
      batches.push([...inputs]);
      await underWay.promise;
      return inputs.map((input) => input * 10);
    }, MAX_WAIT_MS);
    const first = [1, 2].map((n) => coalescer.submit(n));
    await nextTick();
    const second = [3, 4, 5].map((n) => coalescer.submit(n));
    underWay.resolve();
    expect(await Promise.all([...first, ...second])).toEqual([10, 20, 30, 40, 50]);
    expect(batches).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it('has the next batch on its way before the answers of the last one are handed out', async () => {
    const events: string[] = [];
    const underWay = deferred();
    const coalescer = new Coalescer<string, string>(async (inputs) => {
      events.push(`run ${inputs.join()}`);
      await underWay.promise;
      return inputs;
    }, MAX_WAIT_MS);
    const first = coalescer.submit('a').then(() => events.push('answered a'));
    await nextTick();
    const second = coalescer.submit('b');
    underWay.resolve();
    await Promise.all([first, second]);
    expect(events).toEqual(['run a', 'run b', 'answered a']);
  });

  it('fails the calls of a failed batch and no others', async () => {
    let runs = 0;
    const underWay = deferred();
    const coalescer = new Coalescer<number, number>(async (inputs) => {
      if (runs++ === 0) await underWay.promise;
      return inputs;
    }, MAX_WAIT_MS);
    const failed = expect(coalescer.submit(1)).rejects.toThrow('broken');
    await nextTick();
    const second = coalescer.submit(2);
    underWay.reject(new Error('broken'));
    expect(await second).toBe(2);
    await failed;
    expect(await coalescer.submit(3)).toBe(3);
  });

  it('never sends more than a batch may hold', async () => {
    const sizes: number[] = [];
    const coalescer = new Coalescer<number, number>(
      (inputs) => {
        sizes.push(inputs.length);
        return Promise.resolve(inputs);
      },
      MAX_WAIT_MS,
      3,
    );
    await Promise.all(Array.from({ length: 8 }, (_, n) => coalescer.submit(n)));
    expect(sizes).toEqual([3, 3, 2]);
  });

  it('fails at once what would make the queue longer than it may be, and answers the rest', async () => {
    const coalescer = new Coalescer<number, number>((inputs) => Promise.resolve(inputs), MAX_WAIT_MS);
    const calls = Array.from({ length: 10_500 }, (_, n) => coalescer.submit(n));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10_000);
    expect(outcomes.at(-1)).toMatchObject({ reason: expect.any(Overloaded) });
  });

  it('does not carry out a call that has waited too long', async () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    const carriedOut: number[] = [];
    const underWay = deferred();
    const coalescer = new Coalescer<number, number>(async (inputs) => {
      carriedOut.push(...inputs);
      await underWay.promise;
      return inputs;
    }, MAX_WAIT_MS);
    const first = coalescer.submit(1);
    await nextTick();
    const second = coalescer.submit(2);
    clock.mockReturnValue(MAX_WAIT_MS);
    underWay.resolve();
    await expect(second).rejects.toThrow(Overloaded);
    await expect(first).resolves.toBe(1);
    await expect(coalescer.submit(3)).resolves.toBe(3);
    expect(carriedOut).toEqual([1, 3]);
    clock.mockRestore();
  });
});

describe('AccountCoalescer', () => {
  it('reads together what one account asks for meanwhile, and never what two accounts ask for', async () => {
    const underWay = deferred();
    const statements: [number, readonly string[]][] = [];
    const reads = new AccountCoalescer<string, string>(async (accountId, asked) => {
      statements.push([accountId, asked]);
      await underWay.promise;
      return asked.map((one) => `${accountId}:${one}`);
    }, MAX_WAIT_MS);
    const first = [reads.read(1, 'a'), reads.read(2, 'a')];
    await nextTick();
    const second = [reads.read(1, 'b'), reads.read(1, 'c'), reads.read(2, 'd')];
    underWay.resolve();
    expect(await Promise.all([...first, ...second])).toEqual(['1:a', '2:a', '1:b', '1:c', '2:d']);
    expect(statements).toEqual([
      [1, ['a']],
      [2, ['a']],
      [1, ['b', 'c']],
      [2, ['d']],
    ]);
  });

  it('reads afresh for whoever asks after a read has begun', async () => {
    let state = 'before';
    const underWay = deferred();
    const reads = new AccountCoalescer<null, string>(async (_accountId, asked) => {
      const seen = state;
      await underWay.promise;
      return asked.map(() => seen);
    }, MAX_WAIT_MS);
    const early = reads.read(1, null);
    await nextTick();
    state = 'after';
    const late = reads.read(1, null);
    underWay.resolve();
    expect(await Promise.all([early, late])).toEqual(['before', 'after']);
  });

  it('does not let an account wait for another', async () => {
    const underWay = deferred();
    const reads = new AccountCoalescer<null, number>(async (accountId, asked) => {
      if (accountId === 1) await underWay.promise;
      return asked.map(() => accountId);
    }, MAX_WAIT_MS);
    const slow = reads.read(1, null);
    expect(await reads.read(2, null)).toBe(2);
    underWay.resolve();
    expect(await slow).toBe(1);
  });
});
