import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const SERVICE = resolve('apps/api/dist/main.js');

/** A server that is measured, in a process of its own. */
export interface ServerProcess {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  /** Where it tells about itself; null when it does not. */
  readonly metricsUrl: string | null;
  stop(): Promise<void>;
}

/** Starts a script that sends `{ listening: url }`, or `{ listening: url, metrics: url }`, once it serves. */
export async function startServer(
  name: string,
  script: URL | string,
  environment: NodeJS.ProcessEnv,
): Promise<ServerProcess> {
  const child: ChildProcess = fork(script, {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const started = once(child, 'message').then(([message]) => message as { listening: string; metrics?: string | null });
  const exited = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} exited with ${String(code)}`)));
  exited.catch(() => undefined);
  const { listening: url, metrics = null } = await Promise.race([started, exited]);
  return {
    name,
    url,
    pid: child.pid!,
    metricsUrl: metrics,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Starts our service as in production, logs and all, on a port of its own. */
export function startService(name: string, environment: NodeJS.ProcessEnv, script = SERVICE): Promise<ServerProcess> {
  return startServer(name, script, { PORT: '0', LOG_FORMAT: 'json', LOG_LEVEL: 'info', ...environment });
}
