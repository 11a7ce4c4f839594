import { setTimeout as pause } from 'node:timers/promises';
import { Coalescer } from './coalescer.ts';

describe('Coalescer', () => {
  it('sends calls of the same turn together, and those that arrive meanwhile in the next batch', async () => {
    const batches: number[][] = [];
    const coalescer = new Coalescer<number, number>(async (inputs) => {
      batches.push([...inputs]);
      await pause(20);
      return inputs.map((input) => input * 10);
    });
    const first = [1, 2].map((n) => coalescer.submit(n));
    await pause(5);
    const second = [3, 4, 5].map((n) => coalescer.submit(n));
    expect(await Promise.all([...first, ...second])).toEqual([10, 20, 30, 40, 50]);
    expect(batches).toEqual([[1, 2], [3, 4, 5]]);
  });

  it('has the next batch on its way before the answers of the last one are handed out', async () => {
    const events: string[] = [];
    const coalescer = new Coalescer<string, string>(async (inputs) => {
      events.push(`run ${inputs.join()}`);
      await pause(10);
      return inputs;
    });
    const first = coalescer.submit('a').then(() => events.push('answered a'));
    await pause(2);
    await Promise.all([first, coalescer.submit('b')]);
    expect(events.slice(0, 3)).toEqual(['run a', 'run b', 'answered a']);
  });

  it('fails the calls of a failed batch and no others', async () => {
    let runs = 0;
    const coalescer = new Coalescer<number, number>(async (inputs) => {
      await pause(5);
      if (runs++ === 0) throw new Error('broken');
      return inputs;
    });
    const first = coalescer.submit(1);
    const failed = expect(first).rejects.toThrow('broken');
    await pause(2);
    expect(await coalescer.submit(2)).toBe(2);
    await failed;
    expect(await coalescer.submit(3)).toBe(3);
  });

  it('never sends more than a batch may hold', async () => {
    const sizes: number[] = [];
    const coalescer = new Coalescer<number, number>((inputs) => {
      sizes.push(inputs.length);
      return Promise.resolve(inputs);
    }, 3);
    await Promise.all(Array.from({ length: 8 }, (_, n) => coalescer.submit(n)));
    expect(sizes).toEqual([3, 3, 2]);
  });

  it('fails at once what would make the queue longer than it may be, and answers the rest', async () => {
    const coalescer = new Coalescer<number, number>((inputs) => Promise.resolve(inputs));
    const calls = Array.from({ length: 10_500 }, (_, n) => coalescer.submit(n));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10_000);
    expect(outcomes.at(-1)).toMatchObject({ reason: { status: 503 } });
  });

  it('does not carry out a call that has waited too long', async () => {
    const carriedOut: number[] = [];
    const coalescer = new Coalescer<number, number>(async (inputs) => {
      carriedOut.push(...inputs);
      await pause(inputs.includes(1) ? 200 : 1);
      return inputs;
    }, 10, 100);
    const first = coalescer.submit(1);
    await pause(10);
    await expect(coalescer.submit(2)).rejects.toMatchObject({ status: 503 });
    await expect(first).resolves.toBe(1);
    await expect(coalescer.submit(3)).resolves.toBe(3);
    expect(carriedOut).toEqual([1, 3]);
  });
});
