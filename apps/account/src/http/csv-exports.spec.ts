import { setImmediate as nextTick } from 'node:timers/promises';
import { CsvExports } from './csv-exports.ts';

const endless = async function* (): AsyncGenerator<string> {
  for (;;) yield 'x\r\n';
};
const open = (exports: CsvExports, accountId: number) => exports.send(accountId, endless(), 'x.csv').getStream();
const closed = (stream: NodeJS.ReadableStream) => new Promise((resolve) => void stream.once('close', resolve));

describe('CsvExports', () => {
  it('leaves half of the connections for everything else', () => {
    for (const [databasePoolSize, most] of [
      [2, 1],
      [6, 3],
      [10, 4],
      [200, 4],
    ] as const) {
      const exports = new CsvExports({ databasePoolSize });
      const streams = Array.from({ length: most }, (_, account) => open(exports, account));
      expect(() => open(exports, 99)).toThrow('Too many exports are running.');
      for (const stream of streams) stream.destroy();
    }
  });

  it('makes one chunk in a tick of the event loop, of all exports together', async () => {
    const exports = new CsvExports({ databasePoolSize: 10 });
    let made = 0;
    const counted = async function* (): AsyncGenerator<string> {
      for (let chunk = 0; chunk < 500; chunk++) yield `${++made}`;
    };
    const streams = [1, 2, 3, 4].map((account) => exports.send(account, counted(), 'x.csv').getStream().resume());
    await nextTick();
    const [before, ticks] = [made, 200];
    for (let tick = 0; tick < ticks; tick++) await nextTick();
    expect(made - before).toBeGreaterThan(10);
    expect(made - before).toBeLessThanOrEqual(ticks + 1);
    for (const stream of streams) stream.destroy();
  });

  it('gives a slot back when its reader is gone, and when it has taken too long', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    try {
      const exports = new CsvExports({ databasePoolSize: 10 });
      const [one, two] = [open(exports, 1), open(exports, 1)];
      expect(() => open(exports, 1)).toThrow('Two of your exports are in progress.');
      one.destroy();
      await closed(one);
      const three = open(exports, 1);
      jest.advanceTimersByTime(300_000);
      await Promise.all([closed(two), closed(three)]);
      open(exports, 1).destroy();
    } finally {
      jest.useRealTimers();
    }
  });
});
