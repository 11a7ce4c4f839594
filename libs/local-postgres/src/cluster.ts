import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { pathExists } from './data-folder.ts';
import { explainServerOutput, LocalPostgresError } from './local-postgres-error.ts';
import { postgresPackageFor, thisMachine } from './platform.ts';
import { canReach, giveTo, type ServerUser } from './server-folder.ts';
import { dataDirectoryOf } from './server-process.ts';

const POSTGRES_MAJOR = '18';

export const OWNER_ROLE = 'brickmarket';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Installed programs, or a copy in `folder` if the server's user cannot reach them, such as below a private home. */
export async function postgresBinaries(folder: string, user: ServerUser): Promise<PostgresBinaries> {
  const installed = installationRoot();
  const root = (await canReach(user, installed)) ? installed : await copyInto(folder, user, installed);
  return { initdb: join(root, 'bin', 'initdb'), postgres: join(root, 'bin', 'postgres') };
}

function installationRoot(): string {
  const name = postgresPackageFor(thisMachine());
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new LocalPostgresError(
      `${name} is not installed, which holds the PostgreSQL for this machine. Run npm run bootstrap, ` +
        'or set DATABASE_URL to a PostgreSQL server of your own.',
    );
  }
}

async function copyInto(folder: string, user: ServerUser, installed: string): Promise<string> {
  const version = /@(\d[^/]*)\/node_modules/.exec(installed)?.[1] ?? POSTGRES_MAJOR;
  const copy = join(folder, `programs-${version}`);
  if (await pathExists(copy)) return copy;
  // Rename at the end, so that an interrupted copy never counts as complete.
  const partial = `${copy}.partial`;
  await rm(partial, { recursive: true, force: true });
  await cp(installed, partial, { recursive: true, verbatimSymlinks: true });
  await chmod(partial, 0o755);
  await giveTo(user, partial);
  await rename(partial, copy);
  return copy;
}

/** Excludes PG* variables of the caller, which would change the programs. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}

/** Throws for another major version, which this server cannot read. */
export async function hasCluster(folder: string): Promise<boolean> {
  const version = await readFile(join(dataDirectoryOf(folder), 'PG_VERSION'), 'utf8').catch(() => null);
  if (version === null) return false;
  if (version.trim() === POSTGRES_MAJOR) return true;
  throw new LocalPostgresError(
    `The data in ${folder} was written by PostgreSQL ${version.trim()}, and this release brings ${POSTGRES_MAJOR}. ` +
      'Move that folder away to start again, or serve it with its own version and set DATABASE_URL.',
  );
}

export interface NewCluster {
  readonly folder: string;
  readonly user: ServerUser;
  readonly binaries: PostgresBinaries;
  readonly ownerPassword: string;
  /** Flushes files to disk, so that they survive a power cut. */
  readonly sync: boolean;
}

/** Atomic. Every role logs in by password (SCRAM). */
export async function createCluster({ folder, user, binaries, ownerPassword, sync }: NewCluster): Promise<void> {
  const partial = join(folder, 'data.partial');
  const passwordFile = join(folder, 'initdb-password');
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { mode: 0o700 });
  await giveTo(user, partial);
  await writeFile(passwordFile, ownerPassword, { mode: 0o600 });
  await giveTo(user, passwordFile);
  try {
    // Sorts by code point and folds case for all of Unicode, equally on every machine.
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
  await rename(partial, dataDirectoryOf(folder));
}
