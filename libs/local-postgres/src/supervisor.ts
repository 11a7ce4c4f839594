import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fchownSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isProcessAlive } from '@brickmarket/supervision';
import { serverEnvironment } from './cluster.ts';
import { pathExists } from './data-folder.ts';
import { explainServerOutput } from './local-postgres-error.ts';
import { Patience } from './patience.ts';
import type { ServerUser } from './server-folder.ts';
import { dataDirectoryOf, readPostmasterFile } from './server-process.ts';

/** Stops the server once no process holds the pipe open, also after `kill -9`. A file of its id confirms a lease. */
const SUPERVISOR_SCRIPT = `
folder=$1 token=$2 signal=$3 afterwards=$4; shift 4
cd "$folder" && mkfifo -m 600 "users.$token" || exit 1
"$@" & server=$!
(
  while read -r user; do [ -z "$user" ] || : > "user.$token.$user"; done < "users.$token"
  kill -s "$signal" $server
) & watch=$!
wait $server; code=$?
kill $watch 2>/dev/null
if [ "$afterwards" = remove ]; then cd / && rm -rf "$folder"; else rm -f "users.$token" "user.$token".*; fi
exit $code
`;

export interface ServerOptions {
  readonly folder: string;
  readonly user: ServerUser;
  readonly postgres: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  /** INT: fast shutdown with checkpoint; QUIT: immediate, without one. */
  readonly stopSignal: 'INT' | 'QUIT';
  readonly afterwards: 'keep' | 'remove';
}

export interface ServerLease {
  isRunning(): boolean;
  /** Resolves once stopped, or immediately if others use the server. */
  release(): Promise<void>;
}

/** Server parameter with the supervisor's token, which names the pipe. Servers of earlier releases carry it. */
export const SUPERVISOR_SETTING = 'brickmarket.keeper';

const START_TIMEOUT_MS = 60_000;
const LOG_LIMIT_BYTES = 10_000_000;

/** Waits until the server accepts connections; this process is its first user. */
export async function startServer(options: ServerOptions): Promise<ServerLease> {
  const { token, process: supervisor, logStart } = startSupervisor(options);
  let hasEnded = false;
  supervisor.once('error', () => (hasEnded = true));
  supervisor.once('exit', () => (hasEnded = true));
  const fail = async (): Promise<never> => {
    throw explainServerOutput(await readServerLog(options.folder, logStart), options.folder);
  };
  const leasing = acquireLease(options.folder, token, START_TIMEOUT_MS);
  const patience = new Patience(START_TIMEOUT_MS);
  while (!(await readPostmasterFile(options.folder))?.isReady) {
    if (hasEnded || patience.isOver) await fail();
    await patience.pause(15);
  }
  return (await leasing) ?? (await fail());
}

/** Null: the supervisor is gone or stopping. */
export async function acquireLease(folder: string, token: string, timeoutMs: number): Promise<ServerLease | null> {
  const patience = new Patience(timeoutMs);
  const user = `${process.pid}.${randomBytes(4).toString('hex')}`;
  const confirmation = join(folder, `user.${token}.${user}`);
  const pipePath = join(folder, `users.${token}`);
  let pipe = openPipe(pipePath);
  while (pipe === null && !patience.isOver) {
    await patience.pause(10);
    pipe = openPipe(pipePath);
  }
  if (pipe === null) return null;
  const lease: ServerLease = {
    isRunning: () => writePipe(pipe, '\n'),
    async release() {
      const wasRunning = lease.isRunning();
      await rm(confirmation, { force: true });
      closeSync(pipe);
      if (!wasRunning) return;
      while ((await pathExists(pipePath)) && !(await hasOtherUsers(folder, token))) await sleep(20);
    },
  };
  writePipe(pipe, `${user}\n`);
  while (!patience.isOver && lease.isRunning()) {
    if (await pathExists(confirmation)) return lease;
    await patience.pause(5);
  }
  closeSync(pipe);
  return null;
}

/** Deletes pipes and confirmations of killed supervisors. Only while no server runs. */
export async function removeSupervisorFiles(folder: string): Promise<void> {
  const left = (await readdir(folder)).filter((name) => /^users?\./.test(name));
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}

function startSupervisor(options: ServerOptions): {
  readonly token: string;
  readonly process: ChildProcess;
  readonly logStart: number;
} {
  const { folder, user } = options;
  const token = randomBytes(8).toString('hex');
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    [SUPERVISOR_SETTING]: token,
    ...options.settings,
  };
  const logStart = beginLog(serverLog(folder));
  const log = openSync(serverLog(folder), 'a', 0o600);
  // A log created by root must belong to the folder's owner, or a later start without root cannot append.
  if (user.uid !== undefined && user.gid !== undefined) fchownSync(log, user.uid, user.gid);
  const parameters = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [options.postgres, '-D', dataDirectoryOf(folder), '-p', String(options.port), ...parameters];
  const supervisor = spawn(
    '/bin/sh',
    ['-c', SUPERVISOR_SCRIPT, 'supervisor', folder, token, options.stopSignal, options.afterwards, ...command],
    // Detached: Ctrl-C reaches the process group, and the database must outlive its clients.
    { ...user, cwd: folder, env: serverEnvironment(), stdio: ['ignore', log, log], detached: true },
  );
  closeSync(log);
  supervisor.unref();
  return { token, process: supervisor, logStart };
}

/** Null: no supervisor reads the pipe. */
function openPipe(path: string): number | null {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return null;
  }
}

/** False: no reader; a full pipe still has one. */
function writePipe(pipe: number, text: string): boolean {
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

function serverLog(folder: string): string {
  return join(folder, 'server.log');
}

/** Truncates a large log; returns where this run's messages start. */
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

async function readServerLog(folder: string, logStart: number): Promise<string> {
  return (await readFile(serverLog(folder)).catch(() => Buffer.alloc(0))).subarray(logStart).toString().slice(-8192);
}
