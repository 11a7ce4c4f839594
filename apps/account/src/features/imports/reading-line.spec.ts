import { setImmediate } from 'node:timers/promises';
import { ReadingLine } from './reading-line.ts';

describe('the line of files to read', () => {
  const line = () => new ReadingLine({ atOnce: 2, perAccount: 3, inAll: 5 });
  const begun: string[] = [];
  beforeEach(() => void (begun.length = 0));

  /** A file that is read until a test ends it. */
  function send(to: ReadingLine, accountId: number, importId: number, fault?: Error) {
    let end!: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const done = to.read(to.enter(accountId), async () => {
      begun.push(`${accountId}/${importId}`);
      await ended;
      if (fault) throw fault;
    });
    return { end, done };
  }

  it('reads one file of an account at a time, so that files of others need not wait for all of its files', async () => {
    const files = line();
    const [first, second] = [send(files, 1, 1), send(files, 1, 2)];
    const other = send(files, 2, 3);
    await setImmediate();
    expect(begun).toEqual(['1/1', '2/3']);
    first.end();
    await first.done;
    expect(begun).toEqual(['1/1', '2/3', '1/2']);
    second.end();
    other.end();
    await Promise.all([second.done, other.done]);
  });

  it('goes on with the next file when one cannot be read', async () => {
    const files = line();
    const [bad, next] = [send(files, 1, 1, new Error('broken')), send(files, 1, 2)];
    bad.end();
    await expect(bad.done).rejects.toThrow('broken');
    next.end();
    await next.done;
    expect(begun).toEqual(['1/1', '1/2']);
  });

  it('ends: a fourth file of an account and a sixth of all are refused in words, until one is done', async () => {
    const files = line();
    const own = [1, 2, 3].map((importId) => send(files, 1, importId));
    expect(() => files.requirePlace(1)).toThrow('Three of your files are being read.');
    files.requirePlace(2);
    const others = [send(files, 2, 4), send(files, 3, 5)];
    expect(() => files.requirePlace(4)).toThrow('Many files of others are being read at this moment.');
    for (const file of [...own, ...others]) file.end();
    await Promise.all([...own, ...others].map(({ done }) => done));
    files.requirePlace(4);
    // A place without a file, which is left again.
    const places = [1, 1, 1].map((accountId) => files.enter(accountId));
    expect(() => files.enter(1)).toThrow('Three of your files');
    for (const place of places) files.leave(place);
    files.requirePlace(1);
  });
});
