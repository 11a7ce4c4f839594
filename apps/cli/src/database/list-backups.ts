import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { loadPersistence } from '../persistence.wiring.ts';
import { type BackupKind, backupsFolder, kindOfBackup, listBackupFiles, listPartialBackups } from './backups-folder.ts';

export interface ListedBackup {
  readonly file: string;
  readonly kind: BackupKind;
  readonly bytes: number;
  /** Database clock, or file time of backups without it. */
  readonly madeAt: Date;
  /** Last migration; null: not a readable backup. */
  readonly schema: string | null;
  readonly fault: string | null;
}

export async function listBackups(): Promise<readonly ListedBackup[]> {
  const [files, partial] = await Promise.all([listBackupFiles(), listPartialBackups()]);
  const described = [...files.map(describeBackup), ...partial.map(describePartial)];
  return (await Promise.all(described)).sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}

const UNFINISHED = 'is being written, or was killed: the next backup removes it then';

async function describePartial(name: string): Promise<ListedBackup> {
  const file = join(backupsFolder(), name);
  const { size: bytes, mtime: madeAt } = await stat(file);
  return { file, kind: kindOfBackup(name), bytes, madeAt, schema: null, fault: UNFINISHED };
}

async function describeBackup(name: string): Promise<ListedBackup> {
  const file = join(backupsFolder(), name);
  const { size: bytes, mtime } = await stat(file);
  const kind = kindOfBackup(name);
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
