import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cliConfig } from '../config.ts';
import { loadPersistence } from '../persistence.wiring.ts';

/** Made by hand, or before an upgrade. */
export type BackupKind = 'manual' | 'automatic';

const PREFIXES: Readonly<Record<BackupKind, string>> = { manual: 'brickmarket-', automatic: 'before-upgrade-' };
const SUFFIX = '.backup';

/** A file in the folder of backups. */
export interface ListedBackup {
  readonly file: string;
  readonly kind: BackupKind;
  readonly bytes: number;
  /** By the database's clock; of backups that do not say so, when the file was written. */
  readonly madeAt: Date;
  /** The last migration of its schema; null when the file is no backup, or cannot be read. */
  readonly schema: string | null;
  /** Why it cannot be read; null when it can. */
  readonly fault: string | null;
}

/** Where backups are kept that were given no name. */
export function backupsFolder(): string {
  return join(cliConfig().dataDir, 'backups');
}

/** A new name in the folder of backups, by the time; the folder is made where there is none. */
export async function newBackupFile(kind: BackupKind, now: Date): Promise<string> {
  const folder = backupsFolder();
  // Others may not even see the names.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const taken = await readdir(folder);
  const name = `${PREFIXES[kind]}${now.toISOString().slice(0, 19).replaceAll(':', '')}Z`;
  for (let n = 1; ; n++) {
    const file = `${name}${n === 1 ? '' : `-${n}`}${SUFFIX}`;
    if (!taken.includes(file)) return join(folder, file);
  }
}

/** The backups in the folder, the newest first. */
export async function listBackups(): Promise<readonly ListedBackup[]> {
  const folder = backupsFolder();
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith(SUFFIX)).map((name) => describeBackup(folder, name));
  return (await Promise.all(files)).sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}

async function describeBackup(folder: string, name: string): Promise<ListedBackup> {
  const file = join(folder, name);
  const { size: bytes, mtime } = await stat(file);
  const kind = name.startsWith(PREFIXES.automatic) ? 'automatic' : 'manual';
  const { readBackupHeader } = await loadPersistence();
  return readBackupHeader(file).then(
    ({ madeAt, migrations }) => ({
      file,
      kind,
      bytes,
      madeAt: madeAt === undefined ? mtime : new Date(madeAt),
      schema: migrations.at(-1) ?? null,
      fault: null,
    }),
    (error: Error) => ({ file, kind, bytes, madeAt: mtime, schema: null, fault: error.message }),
  );
}

/** Deletes all but the newest backups of a kind whose names were made by `newBackupFile`; returns what was deleted. */
export async function pruneBackups(kind: BackupKind, keep: number): Promise<readonly string[]> {
  const folder = backupsFolder();
  const old = (await listBackups())
    .filter(({ file }) => file.startsWith(join(folder, PREFIXES[kind])))
    .slice(keep)
    .map(({ file }) => file);
  await Promise.all(old.map((file) => rm(file, { force: true })));
  return old;
}
