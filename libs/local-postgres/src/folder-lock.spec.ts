import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withFolderLock } from './folder-lock.ts';

describe('withFolderLock', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'folder-lock-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('lets one in at a time and leaves nothing behind', async () => {
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside);
      await sleep(5);
      inside--;
    };
    await Promise.all(Array.from({ length: 8 }, () => withFolderLock(folder, work)));
    expect(most).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is free again after its holder failed', async () => {
    await expect(withFolderLock(folder, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await withFolderLock(folder, async () => 'in')).toBe('in');
  });

  it('takes over from a process that was killed', async () => {
    await writeFile(join(folder, 'open.lock'), '2147483646');
    expect(await withFolderLock(folder, async () => 'in')).toBe('in');
  });

  it('takes over a silent lock whose process number belongs to somebody else by now', async () => {
    const lock = join(folder, 'open.lock');
    await writeFile(lock, String(process.pid));
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(lock, longAgo, longAgo);
    expect(await withFolderLock(folder, async () => 'in')).toBe('in');
  });
});
