import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

const SERVICE = resolve('apps/api/dist/bundle/main.js');

/** A server that hangs must fail the benchmark, not block it. */
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;

/** A measured server in a separate process. */
export interface ServerProcess {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  /** Address of its metrics; null when it has none. */
  readonly metricsUrl: string | null;
  stop(): Promise<void>;
}

/** Starts a script that sends `{ listening: url }`, or `{ listening: url, metrics: url }`, once it serves. */
export async function startServer(
  name: string,
  script: URL | string,
  environment: NodeJS.ProcessEnv,
  log: number | 'ignore' = 'ignore',
): Promise<ServerProcess> {
  const child: ChildProcess = fork(script, {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...environment },
    stdio: ['ignore', log, 'inherit', 'ipc'],
  });
  const started = once(child, 'message', { signal: AbortSignal.timeout(START_TIMEOUT_MS) }).then(
    ([message]) => message as { listening: string; metrics?: string | null },
  );
  const exited = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} exited with ${String(code)}`)));
  exited.catch(() => undefined);
  const { listening: url, metrics = null } = await Promise.race([started, exited]);
  return {
    name,
    url,
    pid: child.pid!,
    metricsUrl: metrics,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const stopped = once(child, 'exit', { signal: AbortSignal.timeout(STOP_TIMEOUT_MS) });
      child.kill('SIGTERM');
      await stopped.catch((error: unknown) => {
        child.kill('SIGKILL');
        throw new Error(`${name} did not stop within ${STOP_TIMEOUT_MS / 1_000} s`, { cause: error });
      });
    },
  };
}

/** Starts the service as in production, with logging, on a free port. */
export function startService(
  name: string,
  environment: NodeJS.ProcessEnv,
  script = SERVICE,
  log: number | 'ignore' = 'ignore',
): Promise<ServerProcess> {
  return startServer(name, script, { PORT: '0', LOG_FORMAT: 'json', LOG_LEVEL: 'info', ...environment }, log);
}

/** The longest time that a service's event loop was blocked since the last call. */
export async function longestTickMs(service: ServerProcess): Promise<number> {
  const metrics = await (await fetch(service.metricsUrl!)).text();
  return 1_000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics)![1]);
}

/** The resident memory of a process. */
export function residentMegabytes(pid: number): Promise<number> {
  return megabytesOf(pid, /VmRSS:\s+(\d+)/);
}

/** The most resident memory that a process has had. */
export function peakMegabytes(pid: number): Promise<number> {
  return megabytesOf(pid, /VmHWM:\s+(\d+)/);
}

async function megabytesOf(pid: number, kilobytes: RegExp): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(kilobytes.exec(status)?.[1] ?? 0) / 1024);
}
