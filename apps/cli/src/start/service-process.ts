import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { InvalidInputError } from '@brickmarket/domain';
import { RestartBackoff } from '@brickmarket/supervision';
import { cliConfig } from '../config.ts';

/** Where a service listens. */
export interface ListenAddress {
  readonly host: string;
  readonly port: string;
  /** The variable that chooses the port. */
  readonly variable: 'PORT' | 'ACCOUNT_PORT';
  /** Base URL for clients on this machine. */
  readonly url: string;
}

/** Addresses that mean all interfaces, with the loopback address to call them by. */
const ANY = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
]);
const BUSY_PORT_TIMEOUT_MS = 4_000;

/** Where the API and the account area listen. */
export interface Addresses {
  readonly api: ListenAddress;
  readonly account: ListenAddress;
}

/**
 * Waits briefly for busy ports: a service whose supervisor was killed takes a moment to end. Port 0 is replaced by a
 * free one. Throws InvalidInputError for a port that stays busy.
 */
export async function chooseAddresses(say: (line: string) => void): Promise<Addresses> {
  const { host, port, accountPort } = cliConfig();
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
      `or choose another: ${variable}=${port + 1} npm start`,
  );
}

/** Why a service that ended at its start could not serve there: another process may have taken the port meanwhile. */
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

/** How long a process may take to end after SIGTERM before it is killed. */
const STOP_TIMEOUT_MS = 20_000;

/**
 * One supervised process of the service: when it dies it is started again, after a pause that grows while it keeps
 * dying.
 */
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
      this.say(`the ${this.name} died (${ending}); starting it again in ${pauseMs / 1000} s`);
      setTimeout(() => {
        if (!this.isStopping && this.child === child) this.start(environment);
      }, pauseMs);
    });
  }

  /**
   * Polls until it is ready at its address or is stopped. Rejects when it ends before; InvalidInputError if another
   * process has the port. What answers before this process says that it listens is another process.
   */
  async untilReady(address: ListenAddress): Promise<void> {
    const poll = async (): Promise<void> => {
      while (!this.hasFailed && !this.isStopping && !(this.isListening && (await isReady(address)))) await sleep(25);
    };
    await Promise.race([poll(), this.failed]).catch(async (reason: Error) => {
      throw await explainEnd(address, reason);
    });
    this.hasServed = true;
  }

  /** For a process without an address: from now on it is started again whenever it dies. */
  assumeReady(): void {
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
