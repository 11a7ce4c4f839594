import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathExists } from './data-folder.ts';
import { LocalPostgresError } from './local-postgres-error.ts';

/** As `child_process` takes it. Empty: this process's user. */
export interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

const NOBODY = { uid: 65_534, gid: 65_534 };
const POINTER = 'postgres-location';
const BELONGS_TO = 'belongs-to';

/** PostgreSQL refuses root. As root: the folder's owner, else `nobody`, whose numeric id needs no account. */
export async function serverUserFor(folder: string): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(folder).catch(() => null);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY;
}

export async function giveTo(user: ServerUser, path: string): Promise<void> {
  if (user.uid !== undefined && user.gid !== undefined) await chown(path, user.uid, user.gid);
}

/** The folder and all its parents must grant the execute bit. */
export async function canReach(user: ServerUser, folder: string): Promise<boolean> {
  if (user.uid === undefined) return true;
  for (let at = resolve(folder); ; at = dirname(at)) {
    const { uid, gid, mode } = await stat(at);
    const executeBit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & executeBit) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** `postgres` in the data folder; as root below a private folder a system folder, with a pointer file. */
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

/** Null: missing, or another data folder's, as copied checkouts must not share a cluster. */
async function ownFolder(folder: string, dataDir: string): Promise<string | null> {
  const owner = await readFile(join(folder, BELONGS_TO), 'utf8').catch(() => null);
  if (owner === null) return null;
  if (owner === dataDir) return folder;
  if (await pathExists(owner)) return null;
  // The recorded owner is missing: the checkout was moved and keeps its cluster.
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
