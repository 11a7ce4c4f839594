import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { AccountBusy, AccountShares, ClientGone } from './account-shares.ts';
import { EventLoopTurns } from './event-loop-turns.ts';

const [ANN, BOB] = [1, 2];

describe('AccountShares', () => {
  // No time passes but what a test lets pass: on a slow machine nothing must seem to have waited.
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  const timeIs = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms - performance.now());

  /** Requests that say when they begin. */
  function askers(shares: AccountShares) {
    const begun: string[] = [];
    const failed: Record<string, unknown> = {};
    const gone = new Set<string>();
    const ask = (accountId: number, name: string, arrivedAt = performance.now()): void => {
      const request = { isGone: () => gone.has(name), begins: () => void begun.push(name) };
      shares.enter(accountId, request, arrivedAt)?.catch((error: unknown) => (failed[name] = error));
    };
    return { begun, failed, gone, ask };
  }

  it('begins the request of another account before the backlog of one that floods', async () => {
    const shares = new AccountShares(2, 1_000);
    const { begun, ask } = askers(shares);
    for (let count = 0; count < 200; count++) ask(ANN, `ann ${count}`);
    ask(BOB, 'bob');
    expect(begun).toEqual(['ann 0', 'ann 1', 'bob']);
    shares.leave(ANN);
    await nextTurn();
    expect(begun).toEqual(['ann 0', 'ann 1', 'bob', 'ann 2']);
  });

  it('begins no more of one account in a turn of the event loop than it may have under way', async () => {
    const shares = new AccountShares(2, 1_000);
    const { begun, ask } = askers(shares);
    for (let count = 0; count < 10; count++) ask(ANN, String(count));
    const counts: number[] = [];
    for (let done = 0; done < 8; done += 2) {
      shares.leave(ANN);
      shares.leave(ANN);
      await nextTurn();
      counts.push(begun.length);
    }
    expect(counts).toEqual([4, 6, 8, 10]);
  });

  it('counts the time since the request arrived, and refuses what has waited too long undone', async () => {
    const latest = jest.spyOn(Math, 'random').mockReturnValue(1);
    const shares = new AccountShares(1, 500);
    const { begun, failed, ask } = askers(shares);
    ask(ANN, 'under way', 0);
    ask(ANN, 'first', 600);
    ask(ANN, 'second', 700);
    await timeIs(849);
    shares.refuseOverdue();
    expect([shares.hasBehind, shares.isBehind(ANN)]).toEqual([false, false]);
    // Its next request has waited for half of the time: whoever comes now would wait in vain, and is not charged.
    await timeIs(850);
    shares.refuseOverdue();
    expect([shares.isBehind(ANN), shares.isBehind(BOB)]).toEqual([true, false]);
    await timeIs(1_100);
    shares.refuseOverdue();
    latest.mockRestore();
    await nextTurn();
    expect(failed).toEqual({ first: expect.any(AccountBusy) });
    shares.leave(ANN);
    await nextTurn();
    expect(begun).toEqual(['under way', 'second']);
  });

  it('refuses what came together at different times, after half to all of the wait, and few in one turn', async () => {
    const shares = new AccountShares(1, 500);
    const { failed, ask } = askers(shares);
    for (let count = 0; count < 101; count++) ask(ANN, String(count), 0);
    const refused: number[] = [];
    for (const now of [249, 375, 500]) {
      await timeIs(now);
      shares.refuseOverdue();
      await nextTurn();
      const inOneTurn = Object.keys(failed).length - (refused.at(-1) ?? 0);
      expect(inOneTurn).toBeLessThanOrEqual(4);
      for (let turn = 0; turn < 30; turn++) await nextTurn();
      refused.push(Object.keys(failed).length);
    }
    expect(refused).toEqual([0, expect.any(Number), 100]);
    expect(refused[1]).toBeGreaterThan(10);
    expect(refused[1]).toBeLessThan(90);
  });

  it('works on one request of an account with a long line beside others, then rests; on more when alone', async () => {
    const shares = new AccountShares(3, 60_000);
    const { begun, ask } = askers(shares);
    const doneAt = async (now: number, finished: number): Promise<number> => {
      await timeIs(now);
      const before = begun.length;
      for (let count = 0; count < finished; count++) shares.leave(ANN);
      await nextTurn();
      return begun.length - before;
    };
    for (let count = 0; count < 50; count++) ask(ANN, `ann ${count}`, 0);
    expect(await doneAt(99, 3)).toBe(3);
    expect(await doneAt(100, 3)).toBe(3);
    ask(BOB, 'bob', 100);
    shares.leave(BOB);
    expect(await doneAt(110, 3)).toBe(0);
    // It rests for as long as the last ones took, whoever else is done meanwhile.
    for (let count = 0; count < 4; count++) ask(BOB, `bob ${count}`, 110);
    shares.leave(BOB);
    await nextTurn();
    expect(begun.at(-1)).toBe('bob 3');
    await timeIs(119);
    expect(begun.at(-1)).toBe('bob 3');
    await timeIs(120);
    expect(begun.slice(-2)).toEqual(['bob 3', 'ann 9']);
    // Nobody else has asked for a second.
    expect(await doneAt(1_110, 1)).toBe(3);
  });

  it.each([
    ['were refused', (shares: AccountShares) => shares.refuseOverdue()],
    ['have hung up', (shares: AccountShares) => shares.dropGone()],
  ])('still works on one at a time beside others when those in the line %s', async (_why, emptyLine) => {
    const shares = new AccountShares(3, 90);
    const { begun, gone, ask } = askers(shares);
    for (let count = 0; count < 6; count++) {
      ask(ANN, `first ${count}`, 0);
      gone.add(`first ${count}`);
    }
    await timeIs(95);
    emptyLine(shares);
    await nextTurn();
    await nextTurn();
    ask(BOB, 'bob', 95);
    shares.leave(BOB);
    for (let count = 0; count < 3; count++) shares.leave(ANN);
    await timeIs(195);
    const before = begun.length;
    for (const name of ['again', 'in line']) ask(ANN, name, 195);
    expect(begun.slice(before)).toEqual(['again']);
    await timeIs(205);
    shares.leave(ANN);
    await timeIs(215);
    shares.leave(ANN);
    await timeIs(225);
    // A second later the line is forgotten.
    ask(BOB, 'bob again', 1_200);
    for (const name of ['a', 'b', 'c']) ask(ANN, name, 1_200);
    expect(begun.slice(before)).toEqual(['again', 'in line', 'bob again', 'a', 'b', 'c']);
  });

  it('does no work for clients that have hung up while they waited', async () => {
    const shares = new AccountShares(1, 1_000);
    const { begun, failed, gone, ask } = askers(shares);
    for (const name of ['a', 'b', 'c', 'd']) ask(ANN, name);
    gone.add('b').add('c').add('e');
    shares.dropGone();
    shares.leave(ANN);
    ask(ANN, 'e');
    await nextTurn();
    expect([begun, failed]).toEqual([
      ['a', 'd'],
      { b: expect.any(ClientGone), c: expect.any(ClientGone), e: expect.any(ClientGone) },
    ]);
  });

  it('never has more of an account under way than allowed, and forgets accounts that are done', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(3), { maxLength: 60 }), async (steps) => {
        const shares = new AccountShares(2, 60_000);
        const underWay = [0, 0, 0];
        let asked = 0;
        let begun = 0;
        const leaveOne = (): void => {
          const busy = underWay.findIndex((count) => count > 0);
          if (busy < 0) return;
          underWay[busy]!--;
          shares.leave(busy + 1);
        };
        for (const step of steps) {
          if (step === 3) {
            leaveOne();
            await nextTurn();
          } else {
            asked++;
            void shares.enter(
              step + 1,
              { isGone: () => false, begins: () => void (begun++, underWay[step]!++) },
              performance.now(),
            );
          }
          for (const count of underWay) expect(count).toBeLessThanOrEqual(2);
        }
        while (underWay.some((count) => count > 0)) {
          leaveOne();
          await nextTurn();
        }
        expect([begun, shares.size]).toEqual([asked, 0]);
      }),
      { numRuns: 50 },
    );
  });
});

describe('EventLoopTurns', () => {
  it('does slices for some milliseconds in a turn of the event loop, accounts in turn', async () => {
    // Every slice takes all the time of a turn.
    let now = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    const turns = new EventLoopTurns();
    const order: string[] = [];
    const slices = async (accountId: number, name: string, count: number): Promise<void> => {
      for (let slice = 0; slice < count; slice++) {
        await turns.next(accountId, () => false);
        order.push(name);
        now += 3;
      }
    };
    const watch = (): void => {
      order.push('|');
      next = setImmediate(watch);
    };
    let next = setImmediate(watch);
    const flood = [slices(ANN, 'a', 3), slices(ANN, 'a', 3), slices(ANN, 'a', 3)];
    await slices(BOB, 'b', 3);
    await Promise.all(flood);
    clearImmediate(next);
    clock.mockRestore();
    const said = order.join('');
    // Sockets are served between any two slices, and Bob is done after three of Ann's nine or so.
    expect(said).not.toMatch(/[ab]{2}/);
    expect(said.replaceAll('|', '')).toMatch(/^(a?b){3}a+$/);
  });

  it('makes no more of an answer when its client has hung up, and goes on with those of others', async () => {
    const turns = new EventLoopTurns();
    const hungUp = turns.next(ANN, () => true);
    const others = [turns.next(ANN, () => false), turns.next(BOB, () => false)];
    await expect(hungUp).rejects.toThrow(ClientGone);
    await Promise.all(others);
  });
});
