import { execFile } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isProcessAlive } from '@brickmarket/supervision';

export function dataDirectoryOf(folder: string): string {
  return join(folder, 'data');
}

export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
}

export function postmasterFilePath(folder: string): string {
  return join(dataDirectoryOf(folder), 'postmaster.pid');
}

/** Null: missing or incomplete. A killed server leaves its file: check `isServerProcess`. */
export async function readPostmasterFile(folder: string): Promise<PostmasterFile | null> {
  const text = await readFile(postmasterFilePath(folder), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!Number.isInteger(pid) || pid <= 0 || !Number.isInteger(port)) return null;
  return { pid, port, isReady: lines[7] === 'ready' };
}

/** Excludes other programs that reuse the process id. */
export async function isServerProcess(folder: string, pid: number): Promise<boolean> {
  if (!isProcessAlive(pid)) return false;
  const data = await realpath(dataDirectoryOf(folder));
  // The working directory follows a moved data directory; the command line names the old path.
  if (process.platform === 'linux') return (await realpath(`/proc/${pid}/cwd`).catch(() => '')) === data;
  const commandLine = await promisify(execFile)('ps', ['-o', 'args=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => '',
  );
  return commandLine.includes(data);
}

/** Free loopback port, if possible the preferred one. */
export async function freePort(preferred = 0): Promise<number> {
  return (await tryPort(preferred)) ?? (await tryPort(0)) ?? Promise.reject(new Error('no free port on 127.0.0.1'));
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(null);
    });
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === 'object' && address ? address.port : null);
      });
    });
  });
}
