import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MS_PER_DAY } from '@brickmarket/domain';
import { isProcessAlive } from '@brickmarket/supervision';
import { cliConfig } from '../config.ts';

/** `automatic`: before an upgrade. */
export type BackupKind = 'manual' | 'automatic';

const PREFIXES: Readonly<Record<BackupKind, string>> = { manual: 'brickmarket-', automatic: 'before-upgrade-' };
const SUFFIX = '.backup';
const PARTIAL = /\.(\d+)\.partial$/;

export function backupsFolder(): string {
  return join(cliConfig().dataDir, 'backups');
}

export async function newBackupFile(kind: BackupKind, now: Date): Promise<string> {
  const folder = backupsFolder();
  // Others must not even see the names.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const taken = await readdir(folder);
  const name = `${PREFIXES[kind]}${now.toISOString().replaceAll(':', '')}`;
  for (let n = 1; ; n++) {
    const file = `${name}${n === 1 ? '' : `-${n}`}${SUFFIX}`;
    if (!taken.includes(file)) return join(folder, file);
  }
}

export async function listBackupFiles(): Promise<readonly string[]> {
  return (await namesIn(backupsFolder())).filter((name) => name.endsWith(SUFFIX));
}

function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

/** Backups in progress, or of killed processes. */
export async function listPartialBackups(folder = backupsFolder()): Promise<readonly string[]> {
  return (await namesIn(folder)).filter((name) => PARTIAL.test(name));
}

/** Deletes leftovers of killed backups, those of other machines after a day. */
export async function removeLeftPartials(folder: string, suffixOf: (pid: number) => string): Promise<void> {
  for (const name of await listPartialBackups(folder)) {
    const pid = Number(PARTIAL.exec(name)![1]);
    const isOver = name.endsWith(suffixOf(pid)) && (pid === process.pid || !isProcessAlive(pid));
    const { mtimeMs } = await stat(join(folder, name));
    if (isOver || (name.includes(SUFFIX) && Date.now() - mtimeMs > MS_PER_DAY)) await rm(join(folder, name));
  }
}

export function kindOfBackup(name: string): BackupKind {
  return name.startsWith(PREFIXES.automatic) ? 'automatic' : 'manual';
}

/** Keeps the newest of a type, by names from `newBackupFile`; returns the deleted ones. */
export async function pruneBackups(kind: BackupKind, keep: number): Promise<readonly string[]> {
  const own = (await listBackupFiles()).filter((name) => name.startsWith(PREFIXES[kind])).sort();
  const old = own.slice(0, Math.max(0, own.length - keep)).map((name) => join(backupsFolder(), name));
  await Promise.all(old.map((file) => rm(file, { force: true })));
  return old;
}
