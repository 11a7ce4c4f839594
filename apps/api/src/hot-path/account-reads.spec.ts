import { setTimeout as pause } from 'node:timers/promises';
import { AccountReads } from './account-reads.ts';

describe('AccountReads', () => {
  it('reads together what one account asks for meanwhile, and never what two accounts ask for', async () => {
    const statements: [number, readonly string[]][] = [];
    const reads = new AccountReads<string, string>(async (accountId, asked) => {
      statements.push([accountId, asked]);
      await pause(20);
      return asked.map((one) => `${accountId}:${one}`);
    });
    const first = [reads.read(1, 'a'), reads.read(2, 'a')];
    await pause(5);
    const second = [reads.read(1, 'b'), reads.read(1, 'c'), reads.read(2, 'd')];
    expect(await Promise.all([...first, ...second])).toEqual(['1:a', '2:a', '1:b', '1:c', '2:d']);
    expect(statements).toEqual([[1, ['a']], [2, ['a']], [1, ['b', 'c']], [2, ['d']]]);
  });

  it('reads afresh for whoever asks after a read has begun', async () => {
    let state = 'before';
    const reads = new AccountReads<null, string>(async (_accountId, asked) => {
      const seen = state;
      await pause(10);
      return asked.map(() => seen);
    });
    const early = reads.read(1, null);
    await pause(5);
    state = 'after';
    expect(await Promise.all([early, reads.read(1, null)])).toEqual(['before', 'after']);
  });

  it('does not let an account wait for another', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const reads = new AccountReads<null, number>(async (accountId, asked) => {
      if (accountId === 1) await held;
      return asked.map(() => accountId);
    });
    const slow = reads.read(1, null);
    expect(await reads.read(2, null)).toBe(2);
    release();
    expect(await slow).toBe(1);
  });
});
