import { randomBytes } from 'node:crypto';
import { chown, link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isProcessAlive } from '@brickmarket/supervision';
import { Patience } from './patience.ts';

/** Also false without permission. */
export async function pathExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Null: not stored. */
export async function readSecret(dataDir: string, name: string): Promise<string | null> {
  const text = await readFile(join(dataDir, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text?.trim() ?? null;
}

/** Owner-only and never overwriting: the first of concurrent writers wins. Returns the stored secret. */
export async function storeSecret(dataDir: string, name: string, secret: string): Promise<string> {
  const path = join(dataDir, name);
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  try {
    if (process.getuid?.() === 0) {
      const { uid, gid } = await stat(dataDir);
      await chown(draft, uid, gid);
    }
    // A hard link is atomic and fails for an existing name, so no reader sees a partial secret.
    await link(draft, path);
    return secret;
  } catch (error) {
    const stored = (error as NodeJS.ErrnoException).code === 'EEXIST' ? await readSecret(dataDir, name) : null;
    if (stored === null) throw error;
    return stored;
  } finally {
    await rm(draft, { force: true });
  }
}

export async function storedPassword(dataDir: string, name: string): Promise<string> {
  return (await readSecret(dataDir, name)) ?? storeSecret(dataDir, name, randomBytes(24).toString('hex'));
}

export async function removeSecret(dataDir: string, name: string): Promise<void> {
  await rm(join(dataDir, name), { force: true });
}

const HEARTBEAT_MS = 1_000;
const SILENT_MS = 15_000;

/** Runs `work` under the folder's lock file. Waits without limit; takes over the lock of a dead process. */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>, silentMs = SILENT_MS): Promise<T> {
  const lock = join(folder, 'open.lock');
  const draft = `${lock}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, String(process.pid), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    // A full disk has room for an empty file: only the heartbeat then shows life.
    if (error.code !== 'ENOSPC') throw error;
  });
  try {
    const holder = new LockHolder(silentMs);
    while (!(await tryLink(draft, lock))) {
      await removeAbandonedLock(lock, holder);
      await holder.wait(25);
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

/** Judges a lock's holder: process ids are reused, so a lock without heartbeat is abandoned. */
class LockHolder {
  #lastSign = '';
  #patience: Patience;

  constructor(private readonly silentMs: number) {
    this.#patience = new Patience(silentMs);
  }

  wait(ms: number): Promise<void> {
    return this.#patience.pause(ms);
  }

  /** Also false if the lock is unreadable. */
  async hasAbandoned(lock: string): Promise<boolean> {
    try {
      const [processId, { mtimeMs }] = await Promise.all([readFile(lock, 'utf8'), stat(lock)]);
      const sign = `${processId} ${mtimeMs}`;
      if (sign !== this.#lastSign) this.#patience = new Patience(this.silentMs);
      this.#lastSign = sign;
      return (processId !== '' && !isProcessAlive(Number(processId))) || this.#patience.isOver;
    } catch {
      return false;
    }
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

async function removeAbandonedLock(lock: string, holder: LockHolder): Promise<void> {
  if (!(await holder.hasAbandoned(lock))) return;
  // Rename before the second check: deleting a lock that another process has just replaced would admit two.
  const aside = `${lock}.${randomBytes(4).toString('hex')}`;
  const isMoved = await rename(lock, aside).then(
    () => true,
    () => false,
  );
  if (!isMoved) return;
  if (!(await holder.hasAbandoned(aside))) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
}
