import { chmod, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LocalPostgresError } from './local-postgres-error.ts';
import { canReach, giveTo, serverUserFor } from './server-user.ts';

const POINTER = 'postgres-location';
const BELONGS_TO = 'belongs-to';

/**
 * The folder of the server: `postgres` in the data folder. When we are root and the data folder lies below a private
 * folder (say /root), the server's user cannot get there, and opening that folder to strangers is not ours to do. The
 * tables then lie in a system folder, and the data folder holds a pointer to it.
 */
export async function serverFolder(dataDir: string): Promise<string> {
  const inside = join(dataDir, 'postgres');
  if (await canReach(await serverUserFor(inside), dataDir)) return ensureFolder(inside);
  const pointed = await readFile(join(dataDir, POINTER), 'utf8').catch(() => null);
  return (pointed === null ? null : await ownFolder(pointed.trim(), dataDir)) ?? (await newFolderElsewhere(dataDir));
}

async function ensureFolder(folder: string): Promise<string> {
  const user = await serverUserFor(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await giveTo(user, folder);
  return realpath(folder);
}

/** Null when the folder is gone or belongs to another data folder: a copied checkout must not share the original's tables. */
async function ownFolder(folder: string, dataDir: string): Promise<string | null> {
  const owner = await readFile(join(folder, BELONGS_TO), 'utf8').catch(() => null);
  if (owner === null) return null;
  if (owner === dataDir) return folder;
  if (
    await stat(owner).then(
      () => true,
      () => false,
    )
  )
    return null;
  // The checkout was moved, and its tables with it.
  await writeFile(join(folder, BELONGS_TO), dataDir);
  return folder;
}

async function newFolderElsewhere(dataDir: string): Promise<string> {
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
      // The next place may do.
    }
  }
  throw new LocalPostgresError(
    `PostgreSQL cannot run as root, and no other user may enter ${dataDir}. Choose a place outside private folders with BRICKMARKET_DATA_DIR, or set DATABASE_URL.`,
  );
}
