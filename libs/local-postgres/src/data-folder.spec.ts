import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { storeSecret, readSecret, removeSecret, storedPassword, withFolderLock } from './data-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-folder-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('secrets of the data folder', () => {
  it('are the same for all that ask at once, readable by the owner only', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => storedPassword(folder, 'password')));
    expect(new Set(answers).size).toBe(1);
    expect(await readdir(folder)).toEqual(['password']);
    expect((await stat(join(folder, 'password'))).mode & 0o777).toBe(0o600);
  });

  it('are never overwritten', async () => {
    await storeSecret(folder, 'key', 'first');
    expect(await storeSecret(folder, 'key', 'second')).toBe('first');
    await removeSecret(folder, 'key');
    expect(await readSecret(folder, 'key')).toBeNull();
  });
});

describe('withFolderLock', () => {
  it('runs one at a time and leaves no file behind', async () => {
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

  it('takes over a lock without heartbeat whose process number another process has by now', async () => {
    const lock = join(folder, 'open.lock');
    await writeFile(lock, String(process.pid));
    expect(await withFolderLock(folder, async () => 'in', 100)).toBe('in');
  });

  it('leaves the lock to a process that has slept with the computer and goes on', async () => {
    const lock = join(folder, 'open.lock');
    await writeFile(lock, String(process.pid));
    const hourAgo = new Date(Date.now() - 3_600_000);
    await utimes(lock, hourAgo, hourAgo);
    let isIn = false;
    const entering = withFolderLock(folder, async () => (isIn = true));
    await sleep(100);
    expect(isIn).toBe(false);
    await rm(lock);
    expect(await entering).toBe(true);
  });
});
