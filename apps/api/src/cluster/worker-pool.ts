import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { RestartBackoff } from '@brickmarket/supervision';

/** Said by a worker that listens no more, and answered with the same by the pool. */
const LISTENS_NO_MORE = 'listens no more';

/**
 * To be awaited by a worker between the end of its server and its exit. The primary process accepts connections and
 * sends them to workers; one that is still on its way when the worker exits would never be answered. What arrives
 * before the pool's reply goes back to the pool, which gives it to another worker.
 */
export async function returnConnectionsOnTheWay(): Promise<void> {
  if (!cluster.isWorker || !process.connected) return;
  const replied = new Promise<void>((resolve) => {
    process.on('message', (message) => message === LISTENS_NO_MORE && resolve());
    process.once('disconnect', resolve);
  });
  process.send!(LISTENS_NO_MORE);
  await replied;
  // Sent after the last connection that goes back; when this is written, so are they.
  await new Promise((resolve) => (process.connected ? process.send!(LISTENS_NO_MORE, resolve) : resolve(null)));
}

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
    worker.on('message', (message) => {
      if (message === LISTENS_NO_MORE && worker.isConnected()) worker.send(LISTENS_NO_MORE, () => undefined);
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
