import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { explainServerOutput, LocalPostgresError } from './local-postgres-error.ts';
import { POSTGRES_MAJOR, type PostgresBinaries } from './postgres-binaries.ts';
import { giveTo, type ServerUser } from './server-user.ts';

/** The role that owns everything in the embedded server. */
export const OWNER_ROLE = 'brickmarket';

/** Where the tables lie, in the folder of a server. */
export function clusterData(folder: string): string {
  return join(folder, 'data');
}

/** The environment of the server's programs: no PG* variable of the user may reach them. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}

/** Whether a cluster exists in the folder. Refuses one of another major version: it cannot be read. */
export async function hasCluster(folder: string): Promise<boolean> {
  const version = await readFile(join(clusterData(folder), 'PG_VERSION'), 'utf8').catch(() => null);
  if (version === null) return false;
  if (version.trim() === POSTGRES_MAJOR) return true;
  throw new LocalPostgresError(
    `The data in ${folder} was written by PostgreSQL ${version.trim()}, and this release brings ${POSTGRES_MAJOR}. ` +
      'Move that folder away to start anew, or serve it with its own version and set DATABASE_URL.',
  );
}

/** What a cluster is made from. */
export interface NewCluster {
  readonly folder: string;
  readonly user: ServerUser;
  readonly binaries: PostgresBinaries;
  readonly ownerPassword: string;
  /** Whether it must survive a power cut. */
  readonly sync: boolean;
}

/** Creates the cluster, whole or not at all. Everyone logs in by password. */
export async function createCluster({ folder, user, binaries, ownerPassword, sync }: NewCluster): Promise<void> {
  const partial = join(folder, 'data.partial');
  const passwordFile = join(folder, 'initdb-password');
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { mode: 0o700 });
  await giveTo(user, partial);
  await writeFile(passwordFile, ownerPassword, { mode: 0o600 });
  await giveTo(user, passwordFile);
  try {
    // The built-in locale sorts by code point and folds case for all of Unicode, the same on every machine.
    const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8'];
    const access = ['-U', OWNER_ROLE, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
    await promisify(execFile)(binaries.initdb, ['-D', partial, ...access, ...locale, ...(sync ? [] : ['--no-sync'])], {
      ...user,
      cwd: folder,
      env: serverEnvironment(),
    });
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw explainServerOutput(stderr === undefined || stderr === '' ? message : stderr, folder);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(partial, clusterData(folder));
}
