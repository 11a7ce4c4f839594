import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MS_PER_DAY } from '@brickmarket/domain';
import { isProcessAlive } from '@brickmarket/supervision';
import { cliConfig } from '../config.ts';

/** Made by hand, or before an upgrade. */
export type BackupKind = 'manual' | 'automatic';

const PREFIXES: Readonly<Record<BackupKind, string>> = { manual: 'brickmarket-', automatic: 'before-upgrade-' };
const SUFFIX = '.backup';
const PARTIAL = /\.(\d+)\.partial$/;

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
  const name = `${PREFIXES[kind]}${now.toISOString().replaceAll(':', '')}`;
  for (let n = 1; ; n++) {
    const file = `${name}${n === 1 ? '' : `-${n}`}${SUFFIX}`;
    if (!taken.includes(file)) return join(folder, file);
  }
}

/** The files in the folder of backups, in no order; none when there is no folder. */
export async function listBackupFiles(): Promise<readonly string[]> {
  return (await namesIn(backupsFolder())).filter((name) => name.endsWith(SUFFIX));
}

function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

/** The names of backups in a folder that are being written, or whose process was killed. */
export async function listPartialBackups(folder = backupsFolder()): Promise<readonly string[]> {
  return (await namesIn(folder)).filter((name) => PARTIAL.test(name));
}

/** Removes what killed backups of this machine have left in a folder, and those of other machines after a day. */
export async function removeLeftPartials(folder: string, suffixOf: (pid: number) => string): Promise<void> {
  for (const name of await listPartialBackups(folder)) {
    const pid = Number(PARTIAL.exec(name)![1]);
    const isOver = name.endsWith(suffixOf(pid)) && (pid === process.pid || !isProcessAlive(pid));
    const { mtimeMs } = await stat(join(folder, name));
    if (isOver || (name.includes(SUFFIX) && Date.now() - mtimeMs > MS_PER_DAY)) await rm(join(folder, name));
  }
}

/** Whether a backup was made by hand or before an upgrade, by its name. */
export function kindOfBackup(name: string): BackupKind {
  return name.startsWith(PREFIXES.automatic) ? 'automatic' : 'manual';
}

/** Deletes all but the newest backups of a kind whose names were made by `newBackupFile`; returns what was deleted. */
export async function pruneBackups(kind: BackupKind, keep: number): Promise<readonly string[]> {
  // Their names have the time.
  const own = (await listBackupFiles()).filter((name) => name.startsWith(PREFIXES[kind])).sort();
  const old = own.slice(0, Math.max(0, own.length - keep)).map((name) => join(backupsFolder(), name));
  await Promise.all(old.map((file) => rm(file, { force: true })));
  return old;
}
