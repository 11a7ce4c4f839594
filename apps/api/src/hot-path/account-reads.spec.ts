import { setImmediate as nextTurn } from 'node:timers/promises';
import { held } from '../../../../test/support/held.ts';
import { AccountReads } from './account-reads.ts';

const MAX_WAIT_MS = 60_000;

describe('AccountReads', () => {
  it('reads together what one account asks for meanwhile, and never what two accounts ask for', async () => {
    const underWay = held();
    const statements: [number, readonly string[]][] = [];
    const reads = new AccountReads<string, string>(async (accountId, asked) => {
      statements.push([accountId, asked]);
      await underWay.until;
      return asked.map((one) => `${accountId}:${one}`);
    }, MAX_WAIT_MS);
    const first = [reads.read(1, 'a'), reads.read(2, 'a')];
    await nextTurn();
    const second = [reads.read(1, 'b'), reads.read(1, 'c'), reads.read(2, 'd')];
    underWay.letGo();
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
    const underWay = held();
    const reads = new AccountReads<null, string>(async (_accountId, asked) => {
      const seen = state;
      await underWay.until;
      return asked.map(() => seen);
    }, MAX_WAIT_MS);
    const early = reads.read(1, null);
    await nextTurn();
    state = 'after';
    const late = reads.read(1, null);
    underWay.letGo();
    expect(await Promise.all([early, late])).toEqual(['before', 'after']);
  });

  it('does not let an account wait for another', async () => {
    const underWay = held();
    const reads = new AccountReads<null, number>(async (accountId, asked) => {
      if (accountId === 1) await underWay.until;
      return asked.map(() => accountId);
    }, MAX_WAIT_MS);
    const slow = reads.read(1, null);
    expect(await reads.read(2, null)).toBe(2);
    underWay.letGo();
    expect(await slow).toBe(1);
  });
});
