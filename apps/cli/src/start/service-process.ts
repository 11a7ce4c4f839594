import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
const STABLE_AFTER_MS = 60_000;
const STOP_PATIENCE_MS = 20_000;

/** One process of the service, kept running: when it dies it is started again, after a pause that grows while it keeps dying. */
export class ServiceProcess {
  private child: ChildProcess | null = null;
  private isStopping = false;
  private hasServed = false;
  private hasFailed = false;
  private pauseMs = FIRST_PAUSE_MS;
  private rejectStart: (reason: Error) => void = () => undefined;
  private readonly failed = new Promise<never>((_, reject) => (this.rejectStart = reject));

  constructor(
    private readonly name: string,
    private readonly script: string,
    private readonly say: (line: string) => void,
    private readonly args: readonly string[] = [],
  ) {
    // Whoever waits for the start hears of it; afterwards nobody need.
    this.failed.catch(() => undefined);
  }

  start(environment: NodeJS.ProcessEnv): void {
    const startedAt = Date.now();
    // Detached: Ctrl-C reaches only us, and we stop things in order. The channel tells the child when we die.
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
      if (!this.hasServed) {
        this.fail(
          new Error(
            `the ${this.name} did not start (it ended with ${signal ?? `exit code ${code}`}; its own message stands above)`,
          ),
        );
        return;
      }
      if (Date.now() - startedAt > STABLE_AFTER_MS) this.pauseMs = FIRST_PAUSE_MS;
      this.say(
        `the ${this.name} died (${signal ?? `exit code ${code}`}); starting it again in ${this.pauseMs / 1000} s`,
      );
      setTimeout(() => {
        if (!this.isStopping && this.child === child) this.start(environment);
      }, this.pauseMs);
      this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS);
    });
  }

  /** Resolves when `isReady` first says so; rejects when the process ends before. */
  async untilReady(isReady: () => Promise<boolean>): Promise<void> {
    const poll = async (): Promise<void> => {
      while (!this.hasFailed && !(await isReady())) await sleep(25);
    };
    await Promise.race([poll(), this.failed]);
    this.hasServed = true;
  }

  /** Asks it to finish what it is doing and end; insists after a while. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.end();
  }

  /** Replaces it by one with another environment. */
  async restart(environment: NodeJS.ProcessEnv): Promise<void> {
    const old = this.child;
    this.child = null;
    await this.end(old);
    if (!this.isStopping) this.start(environment);
  }

  /** Ends it now. */
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
    const insist = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
    await gone;
    clearTimeout(insist);
  }
}
