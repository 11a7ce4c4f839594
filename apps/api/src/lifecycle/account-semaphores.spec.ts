import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import type { FastifyReply } from 'fastify';
import { AccountBusy, AccountSemaphores, ClientGone, Work } from './concurrency-limit.ts';
import { Connection } from './unsent-answers.ts';

const [ANN, BOB] = [1, 2];

describe('AccountSemaphores', () => {
  // No time passes but what a test lets pass: on a slow machine nothing must seem to have waited.
  let clock: jest.SpyInstance<number, []>;
  beforeEach(() => void (clock = jest.spyOn(performance, 'now').mockReturnValue(0)));
  afterEach(() => clock.mockRestore());

  /** Requests that say when they begin. */
  function askers(accounts: AccountSemaphores) {
    const begun: string[] = [];
    const failed: Record<string, unknown> = {};
    const connections: Record<string, Connection> = {};
    const underWay: Work[] = [];
    const ask = (accountId: number, name: string): void => {
      const connection = new Connection({ writableLength: 0, destroy: () => undefined });
      const work = new Work({} as FastifyReply, connection, accountId);
      connections[name] = connection;
      accounts
        .enter(accountId, work)
        .then(() => begun.push(name) && underWay.push(work))
        .catch((error: unknown) => (failed[name] = error));
    };
    const finishOne = async (): Promise<void> => {
      underWay.shift()!.whenDone!();
      await nextTurn();
      await nextTurn();
    };
    return { begun, failed, connections, underWay, ask, finishOne };
  }

  it('begins the request of another account before the backlog of one that floods', async () => {
    const { begun, ask, finishOne } = askers(new AccountSemaphores(2, 1_000));
    for (let count = 0; count < 200; count++) ask(ANN, `ann ${count}`);
    ask(BOB, 'bob');
    await nextTurn();
    expect(begun).toEqual(['ann 0', 'ann 1', 'bob']);
    await finishOne();
    expect(begun).toEqual(['ann 0', 'ann 1', 'bob', 'ann 2']);
  });

  it('counts the time since the request arrived, and refuses what has waited too long undone', async () => {
    const accounts = new AccountSemaphores(1, 500);
    const { begun, failed, ask, finishOne } = askers(accounts);
    ask(ANN, 'under way');
    clock.mockReturnValue(600);
    ask(ANN, 'first');
    clock.mockReturnValue(700);
    ask(ANN, 'second');
    clock.mockReturnValue(1_099);
    accounts.refuseOverdue();
    await nextTurn();
    expect(failed).toEqual({});
    clock.mockReturnValue(1_100);
    accounts.refuseOverdue();
    await nextTurn();
    expect(failed).toEqual({ first: expect.any(AccountBusy) });
    await finishOne();
    expect(begun).toEqual(['under way', 'second']);
  });

  it('does no work for clients that have hung up while they waited', async () => {
    const { begun, failed, connections, ask, finishOne } = askers(new AccountSemaphores(1, 1_000));
    for (const name of ['a', 'b', 'c', 'd']) ask(ANN, name);
    await nextTurn();
    connections['b']!.close();
    connections['c']!.close();
    await finishOne();
    expect([begun, failed]).toEqual([['a', 'd'], { b: expect.any(ClientGone), c: expect.any(ClientGone) }]);
  });

  it('never has more of an account under way than allowed, and forgets accounts that are done', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(3), { maxLength: 60 }), async (steps) => {
        const accounts = new AccountSemaphores(2, 60_000);
        const { begun, underWay, ask, finishOne } = askers(accounts);
        let asked = 0;
        for (const step of steps) {
          if (step < 3) ask(step, String(asked++));
          else if (underWay.length > 0) await finishOne();
          await nextTurn();
          expect(underWay.length).toBeLessThanOrEqual(6);
        }
        while (underWay.length > 0) await finishOne();
        expect([begun.length, accounts.size]).toEqual([asked, 0]);
      }),
      { numRuns: 50 },
    );
  });
});
