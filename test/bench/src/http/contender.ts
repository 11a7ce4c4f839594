import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A server that is measured, in a process of its own. */
export interface Contender {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a script that sends `{ listening: url }` once it serves. */
export async function startContender(name: string, script: URL | string, environment: NodeJS.ProcessEnv): Promise<Contender> {
  const child: ChildProcess = fork(script, { env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...environment }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const listening = once(child, 'message').then(([message]) => (message as { listening: string }).listening);
  const exited = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} exited with ${String(code)}`)));
  exited.catch(() => undefined);
  const url = await Promise.race([listening, exited]);
  return {
    name,
    url,
    pid: child.pid!,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}
