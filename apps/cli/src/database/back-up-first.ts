import type { Extension } from '@brickmarket/extension';
import { watchProgress } from '../output/progress.ts';
import { describeSchema, loadPersistence } from '../persistence.wiring.ts';
import { newBackupFile, pruneBackups } from './backups-folder.ts';
import type { DatabaseServer } from './database-server.ts';

/** How many automatic backups are kept. */
const KEPT = 3;

/** Whether to back up before an upgrade; undefined: the embedded database, but not a server of the operator's own. */
export type BackupWish = boolean | undefined;

/**
 * Backs up a database with data before migrations change its tables. Returns the file; null when there was nothing to
 * do. Says how it is done where it is left to the operator.
 */
export async function backUpFirst(
  server: DatabaseServer,
  extensions: readonly Extension[],
  wish: BackupWish,
  say: (line: string) => void,
): Promise<string | null> {
  if (wish === false || !(await willChangeTables(server, extensions))) return null;
  if (wish === undefined && server.embedded === null) {
    say(
      'no backup is made first, because this PostgreSQL is your own: "db migrate --backup" makes one, as does ' +
        '"db backup" before, pg_dump, or what your server has (say "db migrate --no-backup" then)',
    );
    return null;
  }
  const { backUpDatabase } = await loadPersistence();
  const file = await newBackupFile('automatic', new Date());
  try {
    await watchProgress((progress) => {
      progress.step('backing up before the upgrade');
      return backUpDatabase(server.ownerUrl, file, (done, total) => progress.advance(done, total));
    });
  } catch (error) {
    throw new Error(
      `the database was not upgraded, because no backup could be made: ${(error as Error).message}. ` +
        'Mend that; or run "brickmarket db migrate --no-backup" once you have a backup of your own',
      { cause: error },
    );
  }
  await pruneBackups('automatic', KEPT);
  say(`backed up to ${file}`);
  return file;
}

/** Routines are not counted: they change no rows, and the build that had others applies its own again. */
async function willChangeTables(server: DatabaseServer, extensions: readonly Extension[]): Promise<boolean> {
  const [{ ran, pending }, { listPendingOfExtensions }] = await Promise.all([
    describeSchema(server),
    loadPersistence(),
  ]);
  if (ran.length === 0) return false;
  const isRoutine = (step: string): boolean => /^(drop of )?routine /.test(step);
  return (
    pending.some((step) => !isRoutine(step)) || (await listPendingOfExtensions(server.ownerUrl, extensions)).length > 0
  );
}
