import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isProcessAlive } from './process-alive.ts';

const HEARTBEAT_MS = 1_000;
// Process numbers are reused: a lock that nobody has touched for so long is dead whatever its number says.
const SILENCE_MS = 15_000;

/** Runs `work` while no other process runs its own in the same folder. The lock of a process that died is taken over. */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const lock = join(folder, 'open.lock');
  const draft = `${lock}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, String(process.pid), { flag: 'wx' });
  try {
    while (!(await tryLink(draft, lock))) {
      await removeDeadLock(lock);
      await sleep(25);
    }
  } finally {
    await rm(draft, { force: true });
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    void utimes(lock, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await rm(lock, { force: true });
  }
}

async function tryLink(draft: string, lock: string): Promise<boolean> {
  try {
    await link(draft, lock);
    const now = new Date();
    await utimes(lock, now, now);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function removeDeadLock(lock: string): Promise<void> {
  const seen = await holderOf(lock);
  if (!seen?.isDead) return;
  // Renamed first, then looked at: another waiter may have replaced the dead lock by its own meanwhile.
  const aside = `${lock}.${randomBytes(4).toString('hex')}`;
  if (
    !(await rename(lock, aside).then(
      () => true,
      () => false,
    ))
  )
    return;
  if (!(await holderOf(aside))?.isDead) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
}

async function holderOf(lock: string): Promise<{ isDead: boolean } | null> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(lock, 'utf8'), stat(lock)]);
    return { isDead: !isProcessAlive(Number(text)) || Date.now() - mtimeMs > SILENCE_MS };
  } catch {
    return null;
  }
}
