import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { RestartBackoff } from '@brickmarket/supervision';
import { cliConfig } from '../config.ts';

/** Where the service listens, by HOST and PORT. */
export interface ListenAddress {
  readonly host: string;
  readonly port: string;
  /** Base URL for clients on this machine. */
  readonly url: string;
}

/** Addresses that mean all interfaces, with the loopback address to call them by. */
const ANY = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
]);
const BUSY_PORT_TIMEOUT_MS = 4_000;

/**
 * The address for the API to listen on. Waits briefly for a busy port: a service whose supervisor was killed takes a
 * moment to end. Port 0 is replaced by a free one.
 */
export function chooseListenAddress(say: (line: string) => void): Promise<ListenAddress> {
  const { host, port } = cliConfig();
  return chooseAddress(host, { name: 'PORT', wanted: port }, say);
}

/** The address for the account area. Null when it cannot be had: the API must run without it. */
export async function chooseAccountAddress(say: (line: string) => void): Promise<ListenAddress | null> {
  const { host, accountPort } = cliConfig();
  return chooseAddress(host, { name: 'ACCOUNT_PORT', wanted: accountPort }, say).catch((error: Error) => {
    say(`the account area is not started: ${error.message}`);
    return null;
  });
}

interface WantedPort {
  /** The variable that chooses it. */
  readonly name: string;
  readonly wanted: string;
}

async function chooseAddress(
  host: string,
  { name, wanted }: WantedPort,
  say: (line: string) => void,
): Promise<ListenAddress> {
  const port = String(await untilFree(host, Number(wanted), name, say));
  return { host, port, url: `http://${ANY.get(host) ?? (host.includes(':') ? `[${host}]` : host)}:${port}` };
}

async function untilFree(host: string, port: number, variable: string, say: (line: string) => void): Promise<number> {
  const deadline = Date.now() + BUSY_PORT_TIMEOUT_MS;
  for (let hasSaid = false; ; hasSaid = true) {
    const answer = await tryListen(host, port);
    if (typeof answer === 'number') return answer;
    if (answer.code !== 'EADDRINUSE') throw new Error(`cannot listen on ${host}:${port}: ${answer.message}`);
    if (Date.now() > deadline)
      throw new Error(
        `port ${port} on ${host} is in use. Stop what listens there, ` +
          `or choose another: ${variable}=${port + 1} npm start`,
      );
    if (!hasSaid) say(`port ${port} is in use; waiting a moment for it`);
    await sleep(200);
  }
}

function tryListen(host: string, port: number): Promise<number | NodeJS.ErrnoException> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === 'object' && address ? address.port : port);
      });
    });
  });
}

/** How long a process may take to end after SIGTERM before it is killed. */
const STOP_TIMEOUT_MS = 20_000;

/**
 * One supervised process of the service: when it dies it is started again, after a pause that grows while it keeps
 * dying.
 */
export class ServiceProcess {
  private child: ChildProcess | null = null;
  private isStopping = false;
  private hasServed = false;
  private hasFailed = false;
  private readonly backoff = new RestartBackoff({ firstPauseMs: 500, longestPauseMs: 10_000, stableAfterMs: 60_000 });
  private rejectStart: (reason: Error) => void = () => undefined;
  private readonly failed = new Promise<never>((_, reject) => (this.rejectStart = reject));

  constructor(
    private readonly name: string,
    private readonly script: string,
    private readonly say: (line: string) => void,
    private readonly args: readonly string[] = [],
  ) {
    // `untilReady` reports the failure of a start; without a handler here, a later one would end this process.
    this.failed.catch(() => undefined);
  }

  start(environment: NodeJS.ProcessEnv): void {
    const startedAt = Date.now();
    // Detached, so that Ctrl-C reaches only this process, which stops the others in order. The IPC channel closes when
    // this process dies, and tells the child to end.
    const child = spawn(process.execPath, ['--enable-source-maps', this.script, ...this.args], {
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    this.child = child;
    child.once('error', (error) => {
      this.fail(error);
    });
    child.once('exit', (code, signal) => {
      if (this.child !== child || this.isStopping) return;
      const ending = signal ?? `exit code ${code}`;
      if (!this.hasServed) {
        this.fail(new Error(`the ${this.name} did not start (it ended with ${ending}; its own message stands above)`));
        return;
      }
      const pauseMs = this.backoff.nextPauseMs(Date.now() - startedAt);
      this.say(`the ${this.name} died (${ending}); starting it again in ${pauseMs / 1000} s`);
      setTimeout(() => {
        if (!this.isStopping && this.child === child) this.start(environment);
      }, pauseMs);
    });
  }

  /** Polls `isReady` until it is true or the process is stopped; rejects when the process ends before. */
  async untilReady(isReady: () => Promise<boolean>): Promise<void> {
    const poll = async (): Promise<void> => {
      while (!this.hasFailed && !this.isStopping && !(await isReady())) await sleep(25);
    };
    await Promise.race([poll(), this.failed]);
    this.hasServed = true;
  }

  /** Sends SIGTERM, so that it finishes requests in progress; kills it after a timeout. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.end();
  }

  /** Stops it and starts it again with another environment; one that was not started yet is not started now. */
  async restart(environment: NodeJS.ProcessEnv): Promise<void> {
    const old = this.child;
    if (old === null) return;
    this.child = null;
    await this.end(old);
    if (!this.isStopping) this.start(environment);
  }

  /** Kills it at once. */
  kill(): void {
    this.child?.kill('SIGKILL');
  }

  private fail(reason: Error): void {
    this.hasFailed = true;
    this.rejectStart(reason);
  }

  private async end(child = this.child): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const kill = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await gone;
    clearTimeout(kill);
  }
}

/** What a first signal to end does, and what a second one does. */
interface Stopping {
  stop(): Promise<void>;
  kill(): void;
}

/** Stops and exits on SIGINT, SIGTERM or SIGHUP. The returned signal is aborted when that begins. */
export function stopOnSignal(stopping: Stopping): AbortSignal {
  const begun = new AbortController();
  const onSignal = (): void => {
    if (begun.signal.aborted) {
      stopping.kill();
      return;
    }
    begun.abort();
    void stopping.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return begun.signal;
}
