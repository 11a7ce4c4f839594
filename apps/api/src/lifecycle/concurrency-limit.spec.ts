import * as fc from 'fast-check';
import type { FastifyReply } from 'fastify';
import { deferred } from '../../../../test/support/eventually.ts';
import { AccountShares } from './account-shares.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { Connection } from './unsent-answers.ts';

interface Answered extends FastifyReply {
  readonly answered: number[];
}

/** As much of a reply as the limit needs: it is answered by status. */
function aReply(authorization?: string): Answered {
  const answered: number[] = [];
  const reply = {
    slot: null,
    sent: false,
    answered,
    request: { id: 'x', headers: { authorization }, log: { error: () => undefined } },
    header: () => reply,
    status: (status: number) => {
      answered.push(status);
      return reply;
    },
    send: () => Promise.resolve(),
  };
  return reply as unknown as Answered;
}

const aConnection = (): Connection => new Connection({ writableLength: 0, destroy: () => undefined });

describe('ConcurrencyLimit', () => {
  it('has as many slots as it says, each taken once until it is released', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (arrivals) => {
        const limit = new ConcurrencyLimit(5);
        const connection = aConnection();
        const working: FastifyReply[] = [];
        let refused = 0;
        for (const arrives of arrivals) {
          if (arrives) {
            const reply = aReply();
            const fits = working.length < 5;
            expect(limit.take(reply, connection)).toBe(fits);
            if (fits) working.push(reply);
            else refused++;
          } else {
            const done = working.shift();
            if (done !== undefined) {
              limit.release(done);
              // A second time changes nothing: its slot may be another's by now.
              limit.release(done);
            }
          }
          expect([limit.inUse, limit.isFull, limit.refused, connection.slots]).toEqual([
            working.length,
            working.length === 5,
            refused,
            working.length,
          ]);
          expect(new Set(working.map(({ slot }) => slot)).size).toBe(working.length);
        }
      }),
    );
  });

  it('keeps a quarter of the slots for others as soon as there are others; who is alone may have all', () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    const limit = new ConcurrencyLimit(8, new AccountShares(8, 1_000));
    const held: FastifyReply[] = [];
    const takes = (authorization: string, accountId = 0): boolean => {
      const reply = aReply(authorization);
      if (!limit.take(reply, aConnection())) return false;
      held.push(reply);
      if (accountId !== 0) void limit.workFor(reply, accountId);
      return true;
    };
    for (let count = 0; count < 8; count++) expect(takes('ann 1', 1)).toBe(true);
    // Refused while nothing is free, but from now on Ann is not alone.
    expect(takes('bob')).toBe(false);
    for (const reply of held.splice(0)) limit.release(reply);
    expect(Array.from({ length: 4 }, () => takes('ann 1', 1))).toEqual([true, true, true, true]);
    // Keys of one account count together.
    expect([takes('ann 2', 1), takes('ann 2', 1), takes('ann 2', 1), takes('ann 1')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([takes('bob'), takes('bob'), takes('bob')]).toEqual([true, true, false]);
    for (const reply of held.splice(0)) limit.release(reply);
    clock.mockReturnValue(10_001);
    expect(Array.from({ length: 9 }, () => takes('bob')).filter(Boolean)).toHaveLength(8);
    clock.mockRestore();
  });

  it('gives one connection 64 slots at most, which is no sign of overload', () => {
    const limit = new ConcurrencyLimit(100);
    const greedy = aConnection();
    for (let i = 0; i < 64; i++) expect(limit.take(aReply(), greedy)).toBe(true);
    expect(limit.take(aReply(), greedy)).toBe(false);
    expect(limit.take(aReply(), aConnection())).toBe(true);
    expect([limit.refused, limit.isShedding()]).toEqual([1, false]);
  });

  it('says for a second that it refuses requests', () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    const limit = new ConcurrencyLimit(1);
    limit.take(aReply(), aConnection());
    expect(limit.isShedding()).toBe(false);
    limit.take(aReply(), aConnection());
    clock.mockReturnValue(999);
    expect(limit.isShedding()).toBe(true);
    clock.mockReturnValue(1_000);
    expect(limit.isShedding()).toBe(false);
    clock.mockRestore();
  });

  it.each(['ends', 'fails'])(
    'answers 500 once what takes too long, and frees its slot only when its handler %s',
    async (how) => {
      const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
      const limit = new ConcurrencyLimit(2);
      const [slow, quick] = [aReply(), aReply()];
      const work = deferred();
      limit.take(slow, aConnection());
      limit.handledBy(slow, work.promise);
      clock.mockReturnValue(100);
      limit.take(quick, aConnection());
      limit.answerOverdue(150);
      expect(slow.answered).toEqual([]);
      clock.mockReturnValue(150);
      limit.answerOverdue(150);
      limit.answerOverdue(150);
      expect([slow.answered, quick.answered]).toEqual([[500], []]);
      // Its answer was sent by now, which is not the end of its work.
      limit.release(slow);
      expect(limit.inUse).toBe(2);
      if (how === 'ends') work.resolve();
      else work.reject(new Error('too late'));
      await new Promise(setImmediate);
      expect(limit.inUse).toBe(1);
      limit.release(quick);
      expect(limit.inUse).toBe(0);
      clock.mockRestore();
    },
  );
});
