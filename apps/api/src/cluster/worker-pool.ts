import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { RestartBackoff } from '@brickmarket/supervision';

/**
 * A fixed number of worker processes behind one port. One that dies is replaced, with an exponential backoff while
 * workers keep dying.
 */
export class WorkerPool {
  /** Each with a promise of its address, which resolves when it listens. */
  private readonly workers = new Map<Worker, Promise<string>>();
  private isStopping = false;
  private readonly backoff = new RestartBackoff({ firstPauseMs: 200, longestPauseMs: 10_000, stableAfterMs: 30_000 });

  constructor(
    script: string,
    private readonly say: (line: string) => void,
  ) {
    cluster.setupPrimary({ exec: script });
  }

  /** Starts all workers; resolves with the address when all of them listen. Rejects when one exits before that. */
  async start(count: number): Promise<string> {
    const addresses = await Promise.all(Array.from({ length: count }, () => this.startOne()));
    return addresses[0]!;
  }

  /**
   * Replaces the workers one at a time. Each new one listens before its predecessor is stopped.
   */
  async renew(): Promise<void> {
    for (const [old, serving] of [...this.workers]) {
      // A worker that is still starting must not be stopped: its exit would count as a crash, and be replaced.
      const hasServed = await serving.then(
        () => true,
        () => false,
      );
      if (this.isStopping) return;
      if (!hasServed || !this.workers.has(old)) continue;
      await this.startOne();
      await this.end(old);
    }
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all([...this.workers.keys()].map((worker) => this.end(worker)));
  }

  private async startOne(): Promise<string> {
    const startedAt = Date.now();
    const worker = cluster.fork();
    const died = once(worker, 'exit').then(([code, signal]) => {
      this.workers.delete(worker);
      throw new Error(`a process of the service ended with ${String(signal ?? code)}`);
    });
    const listening = once(worker, 'message').then(([message]) => (message as { listening: string }).listening);
    const serving = Promise.race([listening, died]);
    this.workers.set(worker, serving);
    const address = await serving;
    died.catch(() => this.replace(worker, startedAt));
    return address;
  }

  private replace(dead: Worker, startedAt: number): void {
    if (this.isStopping || dead.exitedAfterDisconnect) return;
    const pauseMs = this.backoff.nextPauseMs(Date.now() - startedAt);
    this.say(`process ${dead.process.pid} of the service died; starting another in ${pauseMs / 1000} s`);
    setTimeout(() => {
      if (!this.isStopping) this.startOne().catch(() => this.replace(dead, Date.now()));
    }, pauseMs);
  }

  /** Stops a worker with SIGTERM, so that it finishes its requests in progress. */
  private async end(worker: Worker): Promise<void> {
    if (worker.isDead()) return;
    worker.exitedAfterDisconnect = true;
    const gone = once(worker, 'exit');
    worker.process.kill('SIGTERM');
    await gone;
  }
}
