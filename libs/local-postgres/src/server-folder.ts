import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathExists } from './data-folder.ts';
import { LocalPostgresError } from './local-postgres-error.ts';

/** The user the server runs as, in the form `child_process` takes. Empty: the user of this process. */
export interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

const NOBODY = { uid: 65_534, gid: 65_534 };
const POINTER = 'postgres-location';
const BELONGS_TO = 'belongs-to';

/**
 * PostgreSQL refuses to run as root. Started by root, it runs as the owner of the folder if the folder exists and is
 * not root's, otherwise as `nobody`: a numeric user id needs no account, so none has to be created.
 */
export async function serverUserFor(folder: string): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(folder).catch(() => null);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY;
}

/** Makes the server's user the owner of a file or folder. */
export async function giveTo(user: ServerUser, path: string): Promise<void> {
  if (user.uid !== undefined && user.gid !== undefined) await chown(path, user.uid, user.gid);
}

/** Whether the server's user may enter this folder: the folder and all its parents must grant it the execute bit. */
export async function canReach(user: ServerUser, folder: string): Promise<boolean> {
  if (user.uid === undefined) return true;
  for (let at = resolve(folder); ; at = dirname(at)) {
    const { uid, gid, mode } = await stat(at);
    const executeBit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & executeBit) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/**
 * The folder of the server, created when missing: `postgres` in the data folder. When this process is root and the
 * data folder lies below a private folder such as /root, the server's user cannot enter it, and opening that folder
 * to other users would weaken the machine. The cluster then lies in a system folder, and the data folder holds a
 * pointer file to it.
 */
export async function serverFolder(dataDir: string): Promise<string> {
  const inside = join(dataDir, 'postgres');
  if (await canReach(await serverUserFor(inside), dataDir)) return ensureFolder(inside);
  const pointed = await readFile(join(dataDir, POINTER), 'utf8').catch(() => null);
  return (pointed === null ? null : await ownFolder(pointed.trim(), dataDir)) ?? (await newSystemFolder(dataDir));
}

async function ensureFolder(folder: string): Promise<string> {
  const user = await serverUserFor(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await giveTo(user, folder);
  return realpath(folder);
}

/** Null when the folder is gone or belongs to another data folder: a copied checkout must not share the original's. */
async function ownFolder(folder: string, dataDir: string): Promise<string | null> {
  const owner = await readFile(join(folder, BELONGS_TO), 'utf8').catch(() => null);
  if (owner === null) return null;
  if (owner === dataDir) return folder;
  if (await pathExists(owner)) return null;
  // The recorded owner no longer exists: the checkout was moved, not copied, and takes its cluster along.
  await writeFile(join(folder, BELONGS_TO), dataDir);
  return folder;
}

async function newSystemFolder(dataDir: string): Promise<string> {
  for (const prefix of ['/var/lib/brickmarket/postgres-', '/var/tmp/brickmarket-']) {
    try {
      await mkdir(dirname(prefix), { recursive: true, mode: 0o711 });
      const folder = await mkdtemp(prefix);
      const user = await serverUserFor('');
      await chmod(folder, 0o700);
      await giveTo(user, folder);
      if (!(await canReach(user, folder))) {
        await rm(folder, { recursive: true });
        continue;
      }
      await writeFile(join(folder, BELONGS_TO), dataDir);
      await writeFile(join(dataDir, POINTER), `${folder}\n`);
      return folder;
    } catch {
      // Not writable: try the next system folder.
    }
  }
  throw new LocalPostgresError(
    `PostgreSQL cannot run as root, and no other user may enter ${dataDir}. ` +
      'Choose a place outside private folders with BRICKMARKET_DATA_DIR, or set DATABASE_URL.',
  );
}
