import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { storeSentFile } from './sent-files.ts';

describe('files that are sent', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sent-'));
  afterAll(() => rmSync(folder, { recursive: true }));

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
