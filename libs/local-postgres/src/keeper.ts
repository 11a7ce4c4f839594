import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fchownSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { readFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterData, serverEnvironment } from './cluster.ts';
import { isProcessAlive } from './process-alive.ts';
import type { ServerUser } from './server-user.ts';

/**
 * A shell that runs the server for as long as anybody uses it. Users hold a named pipe open for writing, so the
 * kernel tells the keeper when the last one is gone, however it went: `kill -9` of a user leaves no server behind.
 * A user announces itself by a line; the file made in answer is the promise that the server will stay.
 */
const KEEPER = `
folder=$1 token=$2 signal=$3 afterwards=$4; shift 4
cd "$folder" && mkfifo -m 600 "users.$token" || exit 1
"$@" & server=$!
( while read -r user; do [ -z "$user" ] || : > "user.$token.$user"; done < "users.$token"; kill -s "$signal" $server ) & watch=$!
wait $server; code=$?
kill $watch 2>/dev/null
if [ "$afterwards" = remove ]; then cd / && rm -rf "$folder"; else rm -f "users.$token" "user.$token".*; fi
exit $code
`;

/** How a server is run and ended. */
export interface KeptServerOptions {
  readonly folder: string;
  readonly user: ServerUser;
  readonly postgres: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  /** INT ends all sessions and writes everything out; QUIT drops everything at once. */
  readonly stopSignal: 'INT' | 'QUIT';
  readonly afterwards: 'keep' | 'remove';
}

/** The setting by which a server tells whose it is. */
export const KEEPER_SETTING = 'brickmarket.keeper';
const LOG_LIMIT_BYTES = 10_000_000;

/** Where the server's messages go. */
export function serverLog(folder: string): string {
  return join(folder, 'server.log');
}

/** Starts a server under a keeper. It is not ready yet, and nobody uses it yet. */
export function startKeeper(options: KeptServerOptions): {
  readonly token: string;
  readonly process: ChildProcess;
  readonly logStart: number;
} {
  const token = randomBytes(8).toString('hex');
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    [KEEPER_SETTING]: token,
    ...options.settings,
  };
  const logStart = beginLog(serverLog(options.folder));
  const log = openSync(serverLog(options.folder), 'a', 0o600);
  // Started by root once, the folder's owner must still be able to write it the next time.
  if (options.user.uid !== undefined && options.user.gid !== undefined)
    fchownSync(log, options.user.uid, options.user.gid);
  const command = [options.postgres, '-D', clusterData(options.folder), '-p', String(options.port)];
  const keeper = spawn(
    '/bin/sh',
    [
      '-c',
      KEEPER,
      'keeper',
      options.folder,
      token,
      options.stopSignal,
      options.afterwards,
      ...command,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // Detached: Ctrl-C in a terminal goes to the whole process group, and the database must outlive its clients.
    { ...options.user, cwd: options.folder, env: serverEnvironment(), stdio: ['ignore', log, log], detached: true },
  );
  closeSync(log);
  keeper.unref();
  return { token, process: keeper, logStart };
}

/** What the server has said since it was started. */
export async function readServerLog(folder: string, logStart: number): Promise<string> {
  return (await readFile(serverLog(folder)).catch(() => Buffer.alloc(0))).subarray(logStart).toString().slice(-8192);
}

/** One process's hold on a running server. */
export interface KeeperHold {
  /** Whether the server is still looked after. */
  isKept(): boolean;
  /** Lets go. Resolves when the server has ended, or at once when somebody else still uses it. */
  release(): Promise<void>;
}

/** Becomes a user of a kept server. Null when its keeper is gone or has already decided to stop it. */
export async function holdKeeper(folder: string, token: string, patienceMs: number): Promise<KeeperHold | null> {
  const deadline = Date.now() + patienceMs;
  const user = `${process.pid}.${randomBytes(4).toString('hex')}`;
  const promise = join(folder, `user.${token}.${user}`);
  let pipe = openPipe(join(folder, `users.${token}`));
  while (pipe === null && Date.now() < deadline) {
    await sleep(10);
    pipe = openPipe(join(folder, `users.${token}`));
  }
  if (pipe === null) return null;
  const hold: KeeperHold = {
    isKept: () => canWrite(pipe, '\n'),
    async release() {
      const wasKept = hold.isKept();
      await rm(promise, { force: true });
      closeSync(pipe);
      if (!wasKept) return;
      while ((await exists(join(folder, `users.${token}`))) && !(await hasOtherUsers(folder, token))) await sleep(20);
    },
  };
  canWrite(pipe, `${user}\n`);
  while (Date.now() < deadline && hold.isKept()) {
    if (await exists(promise)) return hold;
    await sleep(5);
  }
  closeSync(pipe);
  return null;
}

/** Clears away what keepers left that were killed. Only while no server runs. */
export async function forgetKeepers(folder: string): Promise<void> {
  const left = (await readdir(folder)).filter((name) => /^users?\./.test(name));
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}

/** Opens without waiting: an error means that no keeper reads at the other end. */
function openPipe(path: string): number | null {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return null;
  }
}

/** False when nobody reads at the other end any more. */
function canWrite(pipe: number, text: string): boolean {
  try {
    writeSync(pipe, text);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN';
  }
}

async function hasOtherUsers(folder: string, token: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.some((name) => name.startsWith(`user.${token}.`) && isProcessAlive(Number(name.split('.')[2])));
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function beginLog(path: string): number {
  try {
    const { size } = statSync(path);
    if (size < LOG_LIMIT_BYTES) return size;
    truncateSync(path);
  } catch {
    // No log yet.
  }
  return 0;
}
