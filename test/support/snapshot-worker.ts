import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { exitOf, messageOf } from './eventually.ts';

/** A worker that makes snapshots when it is asked to, and another one in its place after it was killed. */
export class SnapshotWorker {
  #child: ChildProcess | null = null;
  #interrupted = 0;

  constructor(
    private readonly url: string,
    private readonly folder: string,
  ) {}

  /** How often it was killed before it had made all that it was asked for. */
  get interrupted(): number {
    return this.#interrupted;
  }

  async make(instant: string): Promise<void> {
    const child = await this.#running();
    const made = messageOf(child);
    child.send(instant);
    await made;
  }

  /** Killed some milliseconds after it was asked, wherever it happens to be. */
  async makeAndDie(instant: string, afterMs: number): Promise<void> {
    const child = await this.#running();
    let hasMade = false;
    child.once('message', () => (hasMade = true));
    child.send(instant);
    await pause(afterMs);
    child.kill('SIGKILL');
    await exitOf(child);
    this.#child = null;
    if (!hasMade) this.#interrupted++;
  }

  async stop(): Promise<void> {
    if (this.#child === null) return;
    this.#child.kill('SIGKILL');
    await exitOf(this.#child);
  }

  async #running(): Promise<ChildProcess> {
    if (this.#child !== null) return this.#child;
    this.#child = fork(resolve('test/support/snapshots.process.mjs'), [this.url, this.folder]);
    await messageOf(this.#child);
    return this.#child;
  }
}
