import * as fc from 'fast-check';
import type { FastifyReply } from 'fastify';
import { deferred } from '../../../../test/support/eventually.ts';
import { ConcurrencyLimit, type Work } from './concurrency-limit.ts';
import { Connection } from './unsent-answers.ts';

interface Answered extends FastifyReply {
  readonly answered: number[];
}

/** As much of a reply as the limit needs: it is answered by status. */
function aReply(authorization?: string): Answered {
  const answered: number[] = [];
  const reply = {
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
        const working: Work[] = [];
        let refused = 0;
        for (const arrives of arrivals) {
          if (arrives) {
            const work = limit.take(aReply(), connection);
            expect(work !== null).toBe(working.length < 5);
            if (work !== null) working.push(work);
            else refused++;
          } else {
            const done = working.shift();
            if (done !== undefined) {
              limit.release(done);
              // A second time changes nothing.
              limit.release(done);
            }
          }
          expect([limit.inUse, limit.isFull, limit.refused, connection.inProgress]).toEqual([
            working.length,
            working.length === 5,
            refused,
            working.length,
          ]);
        }
      }),
    );
  });

  it('gives an account half of the slots as soon as there are others, and all of them when it is alone', () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    const limit = new ConcurrencyLimit(8);
    const held: Work[] = [];
    const takes = (...keys: string[]): boolean[] =>
      keys.map((key) => {
        const work = limit.take(aReply(key), aConnection());
        if (work !== null) held.push(work);
        return work !== null;
      });
    const releaseAll = (): void => held.splice(0).forEach((work) => limit.release(work));
    limit.noteAccount('ann 1', 1);
    limit.noteAccount('ann 2', 1);
    const eight = Array.from({ length: 8 }, () => 'ann 1');
    expect(takes(...eight)).not.toContain(false);
    // Refused while nothing is free, but from now on Ann is not alone.
    expect(takes('bob')).toEqual([false]);
    releaseAll();
    // Keys of one account count together.
    expect(takes('ann 1', 'ann 2', 'ann 1', 'ann 2', 'ann 1', 'ann 2')).toEqual([true, true, true, true, false, false]);
    expect(limit.isFull).toBe(false);
    expect(takes('bob')).toEqual([true]);
    releaseAll();
    clock.mockReturnValue(10_001);
    expect(takes(...eight.map(() => 'bob'))).not.toContain(false);
    clock.mockRestore();
  });

  it('gives one connection 64 slots at most, which is no sign of overload', () => {
    const limit = new ConcurrencyLimit(100);
    const greedy = aConnection();
    for (let i = 0; i < 64; i++) expect(limit.take(aReply(), greedy)).not.toBeNull();
    expect(limit.take(aReply(), greedy)).toBeNull();
    expect(limit.take(aReply(), aConnection())).not.toBeNull();
    expect([limit.refused, limit.isShedding]).toEqual([1, false]);
  });

  it('says for a second that it refuses requests', () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    const limit = new ConcurrencyLimit(1);
    limit.take(aReply(), aConnection());
    expect(limit.isShedding).toBe(false);
    limit.take(aReply(), aConnection());
    clock.mockReturnValue(999);
    expect(limit.isShedding).toBe(true);
    clock.mockReturnValue(1_000);
    expect(limit.isShedding).toBe(false);
    clock.mockRestore();
  });

  it.each(['ends', 'fails'])(
    'answers 500 once what takes too long, and frees its slot only when its handler %s',
    async (how) => {
      const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
      const limit = new ConcurrencyLimit(2);
      const [slow, quick] = [aReply(), aReply()];
      const work = deferred();
      const slowWork = limit.take(slow, aConnection())!;
      slowWork.handled = work.promise;
      clock.mockReturnValue(100);
      const quickWork = limit.take(quick, aConnection())!;
      limit.answerOverdue(150);
      expect(slow.answered).toEqual([]);
      clock.mockReturnValue(150);
      limit.answerOverdue(150);
      limit.answerOverdue(150);
      expect([slow.answered, quick.answered]).toEqual([[500], []]);
      // Its answer was sent by now, which is not the end of its work.
      limit.release(slowWork);
      expect(limit.inUse).toBe(2);
      if (how === 'ends') work.resolve();
      else work.reject(new Error('too late'));
      await new Promise(setImmediate);
      expect(limit.inUse).toBe(1);
      limit.release(quickWork);
      expect(limit.inUse).toBe(0);
      clock.mockRestore();
    },
  );
});
