import * as fc from 'fast-check';
import { Connection, UnsentAnswers, type UnsentLimits } from './unsent-answers.ts';

const LIMITS: UnsentLimits = { bytes: 1_000, bytesPerConnection: 200, minBytesPerSecond: 100 };

/** A connection whose client does not read. */
class Stalled extends Connection {
  wasCut = false;
  constructor() {
    super({
      get writableLength() {
        return 1;
      },
      destroy: () => {
        this.wasCut = true;
      },
    });
  }
}

describe('UnsentAnswers', () => {
  const stalled = (count: number): Stalled[] => Array.from({ length: count }, () => new Stalled());

  it('cuts a connection that is owed more than may wait for it, but not for one large answer alone', () => {
    const unsent = new UnsentAnswers(LIMITS);
    const [large, many] = stalled(2) as [Stalled, Stalled];
    unsent.add(large, 450);
    for (const bytes of [100, 100]) unsent.add(many, bytes);
    expect([large.wasCut, many.wasCut, unsent.unsentBytes]).toEqual([false, false, 650]);
    unsent.add(many, 1);
    expect([large.wasCut, many.wasCut, unsent.unsentBytes, unsent.cut]).toEqual([false, true, 450, 1]);
  });

  it('cuts the connection that has been sending longest when all together are owed too much', () => {
    const unsent = new UnsentAnswers(LIMITS);
    const connections = stalled(6);
    for (const connection of connections) unsent.add(connection, 200);
    expect(connections.map(({ wasCut }) => wasCut)).toEqual([true, false, false, false, false, false]);
  });

  it('never cuts a connection whose socket holds nothing back', () => {
    const unsent = new UnsentAnswers(LIMITS);
    let wasCut = false;
    const quick = new Connection({ writableLength: 0, destroy: () => (wasCut = true) });
    unsent.add(quick, 10);
    for (const connection of stalled(10)) unsent.add(connection, 200);
    unsent.cutSlow(performance.now() + 1_000_000);
    expect(wasCut).toBe(false);
  });

  it('cuts a client that reads more slowly than the minimum rate, after a grace of five seconds', () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    const unsent = new UnsentAnswers({ ...LIMITS, bytesPerConnection: 10_000, bytes: 10_000 });
    const [slow, steady] = stalled(2) as [Stalled, Stalled];
    unsent.add(slow, 1_000);
    unsent.add(steady, 1_000);
    clock.mockReturnValue(8_000);
    steady.sent(1_000);
    unsent.add(steady, 1_000);
    unsent.cutSlow(15_000);
    expect([slow.wasCut, steady.wasCut]).toEqual([false, false]);
    unsent.cutSlow(15_001);
    expect([slow.wasCut, steady.wasCut]).toEqual([true, false]);
    unsent.cutSlow(23_001);
    expect(steady.wasCut).toBe(true);
    expect(unsent.unsentBytes).toBe(0);
    clock.mockRestore();
  });

  it('counts exactly what is composed and neither sent nor closed, and keeps within its bounds', () => {
    const step = fc.record({
      connection: fc.nat(5),
      bytes: fc.integer({ min: 1, max: 199 }),
      what: fc.constantFrom('add', 'add', 'add', 'send', 'close'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const unsent = new UnsentAnswers(LIMITS);
        const connections = stalled(6);
        const owed = connections.map((): number[] => []);
        for (const { connection: index, bytes, what } of steps) {
          const connection = connections[index]!;
          if (what === 'add') {
            unsent.add(connection, bytes);
            owed[index]!.push(bytes);
          } else if (what === 'send') {
            const sent = owed[index]!.shift();
            if (sent !== undefined) connection.sent(sent);
          } else connection.close();
          const expected = owed.map((list, i) => (connections[i]!.isClosed ? 0 : list.reduce((a, b) => a + b, 0)));
          expect(connections.map(({ unsentBytes }) => unsentBytes)).toEqual(expected);
          expect(unsent.unsentBytes).toBe(expected.reduce((a, b) => a + b, 0));
          expect(unsent.unsentBytes).toBeLessThanOrEqual(LIMITS.bytes);
          for (const { unsentBytes } of connections) expect(unsentBytes).toBeLessThanOrEqual(LIMITS.bytesPerConnection);
        }
      }),
    );
  });
});
