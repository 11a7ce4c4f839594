import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { InvalidInputError } from '@brickmarket/domain';
import { RestartBackoff } from '@brickmarket/supervision';
import { cliConfig } from '../config.ts';

export interface ListenAddress {
  readonly host: string;
  readonly port: string;
  readonly variable: 'PORT' | 'ACCOUNT_PORT';
  readonly url: string;
}

/** Wildcard addresses with their loopback. */
const ANY = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
]);
const BUSY_PORT_TIMEOUT_MS = 4_000;
const LAST_PORT = 65_535;

export interface Addresses {
  readonly api: ListenAddress;
  readonly account: ListenAddress;
}

/** Waits briefly for a predecessor to end; replaces port 0. InvalidInputError: port in use. */
export async function chooseAddresses(say: (line: string) => void): Promise<Addresses> {
  const { host, port, accountPort } = cliConfig();
  if (Number(accountPort) > LAST_PORT)
    throw new InvalidInputError(
      `PORT=${port} leaves no port after it for the account area. Set ACCOUNT_PORT too: ACCOUNT_PORT=${LAST_PORT - 1}`,
    );
  const api = await chooseAddress(host, Number(port), 'PORT', say);
  return { api, account: await chooseAddress(host, Number(accountPort), 'ACCOUNT_PORT', say) };
}

async function chooseAddress(
  host: string,
  wanted: number,
  variable: ListenAddress['variable'],
  say: (line: string) => void,
): Promise<ListenAddress> {
  const port = String(await untilFree(host, wanted, variable, say));
  return { host, port, variable, url: `http://${ANY.get(host) ?? (host.includes(':') ? `[${host}]` : host)}:${port}` };
}

async function untilFree(host: string, port: number, variable: string, say: (line: string) => void): Promise<number> {
  const deadline = Date.now() + BUSY_PORT_TIMEOUT_MS;
  for (let hasSaid = false; ; hasSaid = true) {
    const answer = await tryListen(host, port);
    if (typeof answer === 'number') return answer;
    if (answer.code !== 'EADDRINUSE') throw new Error(`cannot listen on ${host}:${port}: ${answer.message}`);
    if (Date.now() > deadline) throw portInUse(host, port, variable);
    if (!hasSaid) say(`port ${port} is in use; waiting a moment for it`);
    await sleep(200);
  }
}

function portInUse(host: string, port: number, variable: string): InvalidInputError {
  return new InvalidInputError(
    `port ${port} on ${host} is in use. Stop what listens there, ` +
      // Leaves a port after it for the account area.
      `or choose another: ${variable}=${port + 1 < LAST_PORT ? port + 1 : port - 2} npm start`,
  );
}

/** Detects a port taken after the check. */
async function explainEnd({ host, port, variable }: ListenAddress, reason: Error): Promise<Error> {
  const answer = await tryListen(host, Number(port));
  return typeof answer !== 'number' && answer.code === 'EADDRINUSE' ? portInUse(host, Number(port), variable) : reason;
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

async function isReady({ url }: ListenAddress): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );
}

const STOP_TIMEOUT_MS = 20_000;

/** Restarts a process when it dies, with growing pauses. */
export class ServiceProcess {
  private child: ChildProcess | null = null;
  private isStopping = false;
  private isListening = false;
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
    // `untilReady` reports a failed start; without a handler, a later one would end this process.
    this.failed.catch(() => undefined);
  }

  start(environment: NodeJS.ProcessEnv): void {
    const startedAt = Date.now();
    // Detached, so that Ctrl-C reaches only this process; the closing IPC channel ends children when it dies.
    const child = spawn(process.execPath, ['--enable-source-maps', this.script, ...this.args], {
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    this.child = child;
    child.once('message', () => (this.isListening = true));
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
      this.say(`the ${this.name} stopped (${ending}); restarting in ${pauseMs / 1000} s`);
      setTimeout(() => {
        if (!this.isStopping && this.child === child) this.start(environment);
      }, pauseMs);
    });
  }

  /** Rejects when it ends; InvalidInputError: port in use. Earlier responses are another process's. */
  async untilReady(address: ListenAddress): Promise<void> {
    const poll = async (): Promise<void> => {
      while (!this.hasFailed && !this.isStopping && !(this.isListening && (await isReady(address)))) await sleep(25);
    };
    await Promise.race([poll(), this.failed]).catch(async (reason: Error) => {
      throw await explainEnd(address, reason);
    });
    this.hasServed = true;
  }

  /** For processes without an address: restarts from now on. */
  assumeReady(): void {
    this.hasServed = true;
  }

  /** SIGTERM lets requests finish; kills after a timeout. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.end();
  }

  /** Applies a new environment; not for a process that was never started. */
  async restart(environment: NodeJS.ProcessEnv): Promise<void> {
    const old = this.child;
    if (old === null) return;
    this.child = null;
    await this.end(old);
    if (!this.isStopping) this.start(environment);
  }

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

interface Stopping {
  stop(): Promise<void>;
  kill(): void;
}

/** Exits on SIGINT, SIGTERM or SIGHUP. The returned signal aborts at once. */
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
