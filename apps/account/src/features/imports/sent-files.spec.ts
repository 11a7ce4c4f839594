import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { removeLeftFolders, storeSentFile } from './sent-files.ts';

describe('files that are sent', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sent-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const now = new Date();

  it('leave no folder behind when their process is killed: the next one removes it, and no other', async () => {
    const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
    const mine = await storeSentFile(Readable.from(['a,b']), folder);
    const names = [
      `brickmarket-import-${dead}-abc123`,
      `brickmarket-import-${process.ppid}-abc123`,
      'brickmarket-import-recent',
      'brickmarket-import-lately',
      'brickmarket-imported',
    ];
    for (const name of names) mkdirSync(join(folder, name));
    // Releases before this one gave no number.
    utimesSync(join(folder, 'brickmarket-import-lately'), new Date(0), new Date(0));
    await removeLeftFolders(now, folder);
    expect(readdirSync(folder).toSorted()).toEqual(
      [names[1]!, 'brickmarket-import-recent', 'brickmarket-imported'].toSorted(),
    );
    await mine.remove();
  });

  it('leave nothing behind when they are cut off or too large', async () => {
    const before = readdirSync(folder);
    const cutOff = Readable.from(
      (function* () {
        yield 'a,b';
        throw new Error('cut off');
      })(),
    );
    await expect(storeSentFile(cutOff, folder)).rejects.toThrow('cut off');
    const large = Readable.from(Array.from({ length: 17 }, () => Buffer.alloc(1024 * 1024)));
    await expect(storeSentFile(large, folder)).rejects.toThrow('larger than 16 MB');
    expect(readdirSync(folder)).toEqual(before);
  });
});
