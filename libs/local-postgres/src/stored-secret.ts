import { randomBytes } from 'node:crypto';
import { chown, link, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads a secret of the data folder; null when there is none. */
export async function readSecret(dataDir: string, name: string): Promise<string | null> {
  const text = await readFile(join(dataDir, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text?.trim() ?? null;
}

/** Keeps a secret in the data folder, readable by its owner only. The first to store one wins: returns what is stored. */
export async function keepSecret(dataDir: string, name: string, secret: string): Promise<string> {
  const path = join(dataDir, name);
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  try {
    if (process.getuid?.() === 0) {
      const { uid, gid } = await stat(dataDir);
      await chown(draft, uid, gid);
    }
    // A link appears whole or not at all, and never over another.
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

/** The stored secret of that name, made up when it is asked for the first time. */
export async function storedPassword(dataDir: string, name: string): Promise<string> {
  return (await readSecret(dataDir, name)) ?? keepSecret(dataDir, name, randomBytes(24).toString('hex'));
}

/** Forgets a secret. */
export async function removeSecret(dataDir: string, name: string): Promise<void> {
  await rm(join(dataDir, name), { force: true });
}
