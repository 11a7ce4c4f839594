import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { ANOTHER_USER, isRoot } from './another-user.ts';
import { eventually, exitOf } from './eventually.ts';
import { freePort } from './free-port.ts';
import { RestartablePostgres } from './restartable-postgres.ts';

/** A server of an operator: roles and passwords of it are shared by no other spec. */
export interface OwnPostgres {
  /** For a superuser, on the database `postgres`. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Programs of PostgreSQL 15, as Debian installs them. */
const OLDEST = '/usr/lib/postgresql/15/bin';

/** Each release that is supported and found here, the one that the project ships first. */
export const OWN_SERVERS: readonly (readonly [version: number, start: () => Promise<OwnPostgres>])[] = [
  [18, startNewest],
  ...(existsSync(OLDEST) ? [[15, startOldest] as const] : []),
];
if (OWN_SERVERS.length === 1)
  process.stderr.write('SKIPPED: there is no PostgreSQL 15 here (Debian package postgresql-15).\n');

async function startNewest(): Promise<OwnPostgres> {
  const server = await RestartablePostgres.start();
  return { url: server.url, stop: () => server.remove() };
}

async function startOldest(): Promise<OwnPostgres> {
  const folder = mkdtempSync('/tmp/postgres-15-');
  if (isRoot) chownSync(folder, ANOTHER_USER.uid!, ANOTHER_USER.gid!);
  const [data, password, port] = [join(folder, 'data'), join(folder, 'password'), await freePort()];
  writeFileSync(password, 'secret', { mode: 0o644 });
  const setUp = ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${password}`, '--no-sync'];
  execFileSync(join(OLDEST, 'initdb'), setUp, { ...ANOTHER_USER, cwd: folder, stdio: 'pipe' });
  const options = ['-p', String(port), '-k', folder, '-h', '127.0.0.1', '-F'];
  const child: ChildProcess = spawn(join(OLDEST, 'postgres'), ['-D', data, ...options], {
    ...ANOTHER_USER,
    cwd: folder,
    stdio: 'ignore',
  });
  const url = `postgres://postgres:secret@127.0.0.1:${port}/postgres`;
  await eventually('PostgreSQL 15 answers', async () => {
    const client = new Client({ connectionString: url });
    return client.connect().then(
      async () => (await client.end(), true),
      () => false,
    );
  });
  return {
    url,
    async stop() {
      child.kill('SIGQUIT');
      await exitOf(child);
      rmSync(folder, { recursive: true });
    },
  };
}
