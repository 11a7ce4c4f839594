import { access, constants, readdir, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { MS_PER_DAY } from '@brickmarket/domain';
import { cliConfig } from '../config.ts';
import { backupsFolder } from '../database/backups-folder.ts';
import { listBackups } from '../database/list-backups.ts';
import type { DatabaseFacts } from '../persistence.wiring.ts';
import { fault, type Finding, ok, warning } from './finding.ts';

const BACKUP_DAYS = 7;
const FULL_BYTES = 256_000_000;
const SCARCE_BYTES = 1_000_000_000;
const ADVICE = 'Make room there: a full disk ends imports, backups and sign-ins, and then the database';

/** Also for a missing data folder. */
export async function judgeDisk(dataDir: string): Promise<Finding> {
  const free = await freeBytes(dataDir);
  const found = `${(free / 1_000_000_000).toFixed(1)} GB are free for ${dataDir}`;
  if (free < FULL_BYTES) return fault('disk', found, ADVICE);
  return free < SCARCE_BYTES ? warning('disk', found, ADVICE) : ok('disk', found);
}

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** Own PostgreSQL, if its disk is visible here. */
export async function judgeDatabaseDisk(
  { dataDirectory }: Pick<DatabaseFacts, 'dataDirectory'>,
  host: string,
): Promise<Finding> {
  const check = 'disk of the database';
  const named = cliConfig().databaseDisk;
  if (named !== null) return { ...(await judgeDisk(named)), check };
  const isHere = dataDirectory !== null && LOOPBACK.test(host);
  const disk = isHere ? await statfs(dataDirectory).catch(() => null) : null;
  if (disk !== null) return { ...(await judgeDisk(dataDirectory!)), check };
  return ok(
    check,
    `the disk of ${host} cannot be seen from here: monitor it there, or set DATABASE_DISK to a folder on it`,
  );
}

async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || folder === dirname(folder)) throw error;
    return freeBytes(dirname(folder));
  }
}

/** Made at the worker's start, then hourly. */
const SNAPSHOTS_MS = 2 * 3_600_000;

export async function judgeSnapshots({ changedAt: { catalog }, now }: DatabaseFacts): Promise<Finding> {
  const check = 'snapshots';
  const folder = cliConfig().snapshotFolder;
  if (folder === null) return ok(check, 'none are made: SNAPSHOT_FOLDER is not set');
  const isDue = catalog !== null && now.getTime() - catalog.getTime() >= SNAPSHOTS_MS;
  const advice = 'Mount or make it for the user of "work" and the API; "work" fills it every hour';
  try {
    await access(folder, constants.R_OK | constants.W_OK);
    const files = await readdir(folder);
    return isDue && files.length === 0 ? fault(check, `${folder} is empty`, advice) : ok(check, `in ${folder}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !isDue)
      return ok(check, `none are made yet in ${folder}`);
    return fault(check, (error as Error).message, advice);
  }
}

export async function judgeBackups(
  { firstAccountAt, now, isArchiving, hasArchivingFailed }: DatabaseFacts,
  { isEmbedded }: { isEmbedded: boolean },
): Promise<Finding> {
  const newest = (await listBackups()).find(({ fault: unreadable }) => unreadable === null)?.madeAt ?? null;
  const daysSince = (moment: Date): number => Math.floor((now.getTime() - moment.getTime()) / MS_PER_DAY);
  const found =
    newest === null
      ? `no backup found in ${backupsFolder()}`
      : `the newest in ${backupsFolder()} is ${daysSince(newest)} days old`;
  if (!isEmbedded && hasArchivingFailed)
    return fault('backups', 'the server cannot archive its log', 'pg_stat_archiver and the log of the server say why');
  if (!isEmbedded && (isArchiving || cliConfig().isBackedUpElsewhere))
    return ok('backups', isArchiving ? 'the server archives its log' : 'made by your server, as DATABASE_BACKUPS says');
  const needsOne = firstAccountAt !== null && daysSince(firstAccountAt) >= BACKUP_DAYS;
  return needsOne && (newest === null || daysSince(newest) >= BACKUP_DAYS)
    ? warning(
        'backups',
        found,
        'Run "brickmarket db backup" every day, and keep copies on another machine' +
          (isEmbedded ? '' : '. If your server makes its own, set DATABASE_BACKUPS=elsewhere'),
      )
    : ok('backups', newest === null ? `${found}; due ${BACKUP_DAYS} days after the first account` : found);
}
