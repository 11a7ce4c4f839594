import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { exitOf, messageOf } from './eventually.ts';

const EVERY_MS = 10;

/**
 * Measures how long the host keeps two other processes from exchanging a message, while a timed spec runs. Such pauses
 * come from other load on the machine, and are subtracted from the response times of the service.
 */
export class HostPauses {
  private readonly heard: { readonly from: number; readonly until: number }[] = [];
  private isOver = false;
  private readonly listening: Promise<void>;

  private constructor(private readonly child: ChildProcess) {
    this.listening = this.listen();
  }

  static async start(): Promise<HostPauses> {
    const child = fork(resolve('test/support/host-pauses.process.mjs'));
    const isThere = messageOf(child);
    child.send(0);
    await isThere;
    return new HostPauses(child);
  }

  /** The longest pause between two moments of `performance.now()`. */
  longestMs(from: number, until: number): number {
    return this.heard
      .filter((one) => one.until >= from && one.from <= until)
      .reduce((longest, one) => Math.max(longest, one.until - one.from), 0);
  }

  /** Whether it took longer than it may from one moment to another, the longest pause meanwhile not counted. */
  isLate(from: number, until: number, withinMs: number): boolean {
    return until - from >= withinMs && until - from - this.longestMs(from, until) >= withinMs;
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.listening;
    this.child.disconnect();
    await exitOf(this.child);
  }

  private async listen(): Promise<void> {
    // From one answer to the next, so that a pause of this process counts as well.
    for (let from = performance.now(); !this.isOver;) {
      const answered = messageOf(this.child);
      this.child.send(0);
      await answered;
      await pause(EVERY_MS);
      const until = performance.now();
      this.heard.push({ from, until });
      from = until;
    }
  }
}
