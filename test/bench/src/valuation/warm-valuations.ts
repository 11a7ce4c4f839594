import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CoreShare } from '../measure/core-share.ts';
import type { MadeValuation, ValuationOrder } from './valuing.process.ts';

const START_TIMEOUT_MS = 600_000;

/** Starts node with only the address of a database, in a part of a core where one is given. */
export function startProcess(url: string, share: CoreShare | null, script: readonly string[]): ChildProcess {
  const command = [process.execPath, ...script];
  const [file, ...args] = share === null ? command : share.wrap(command);
  return spawn(file!, args, {
    env: { PATH: process.env['PATH'], DATABASE_URL: url, BRICKMARKET_DEMO: 'off' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** A process that makes one valuation after another with the libraries of a build, as a worker of that build does. */
export class WarmValuations {
  readonly #ended = new AbortController();
  readonly #isReady: Promise<unknown>;

  private constructor(readonly process: ChildProcess) {
    process.once('exit', () => this.#ended.abort(new Error('the process that values has ended')));
    const signal = AbortSignal.any([this.#ended.signal, AbortSignal.timeout(START_TIMEOUT_MS)]);
    this.#isReady = once(process, 'message', { signal });
    // The caller that asks for a valuation hears of a failure.
    this.#isReady.catch(() => undefined);
  }

  static start(url: string, folder = '.', share: CoreShare | null = null): WarmValuations {
    const script = fileURLToPath(new URL('valuing.process.js', import.meta.url));
    return new WarmValuations(startProcess(url, share, [script, folder]));
  }

  async value(order: ValuationOrder): Promise<MadeValuation> {
    await this.#isReady;
    const made = once(this.process, 'message', { signal: this.#ended.signal });
    this.process.send(order);
    return ((await made) as [MadeValuation])[0];
  }

  stop(): Promise<void> {
    return stopProcess(this.process);
  }
}
