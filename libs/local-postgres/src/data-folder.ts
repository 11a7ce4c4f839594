import { randomBytes } from 'node:crypto';
import { chown, link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isProcessAlive } from '@brickmarket/supervision';
import { Patience } from './patience.ts';

/** Whether a file or folder exists and can be seen by this process. */
export async function pathExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Reads a secret of the data folder; null when none is stored under that name. */
export async function readSecret(dataDir: string, name: string): Promise<string | null> {
  const text = await readFile(join(dataDir, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text?.trim() ?? null;
}

/**
 * Stores a secret in the data folder, readable by the folder's owner only, and never overwrites one: of several
 * processes that store at once the first wins. Returns the secret that is stored afterwards.
 */
export async function storeSecret(dataDir: string, name: string, secret: string): Promise<string> {
  const path = join(dataDir, name);
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  try {
    if (process.getuid?.() === 0) {
      const { uid, gid } = await stat(dataDir);
      await chown(draft, uid, gid);
    }
    // A hard link is created atomically and fails if the name exists, so no reader sees a partly written secret.
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

/** The stored password of that name; generates and stores a random one on first use. */
export async function storedPassword(dataDir: string, name: string): Promise<string> {
  return (await readSecret(dataDir, name)) ?? storeSecret(dataDir, name, randomBytes(24).toString('hex'));
}

/** Deletes a secret; does nothing when none is stored under that name. */
export async function removeSecret(dataDir: string, name: string): Promise<void> {
  await rm(join(dataDir, name), { force: true });
}

const HEARTBEAT_MS = 1_000;
const SILENT_MS = 15_000;

/**
 * Runs `work` while holding the folder's lock file, so that at most one process works in the folder at a time. Waits
 * for the lock without limit; a lock whose process has died is taken over.
 */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>, silentMs = SILENT_MS): Promise<T> {
  const lock = join(folder, 'open.lock');
  const draft = `${lock}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, String(process.pid), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    // A full disk has room for an empty file: then the heartbeat alone shows that this process lives.
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

/**
 * Whoever has the lock, as one who waits for it sees him. Process numbers are reused, so a lock whose heartbeat stops
 * is abandoned even if a process has its number.
 */
class LockHolder {
  #lastSign = '';
  #patience: Patience;

  constructor(private readonly silentMs: number) {
    this.#patience = new Patience(silentMs);
  }

  wait(ms: number): Promise<void> {
    return this.#patience.pause(ms);
  }

  /** False also when the lock cannot be read. */
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
  // Rename before the second check: another process may have replaced the abandoned lock by its own in between, and
  // deleting that one would let two processes in.
  const aside = `${lock}.${randomBytes(4).toString('hex')}`;
  const isMoved = await rename(lock, aside).then(
    () => true,
    () => false,
  );
  if (!isMoved) return;
  if (!(await holder.hasAbandoned(aside))) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
}
