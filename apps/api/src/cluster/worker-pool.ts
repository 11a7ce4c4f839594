import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { RestartBackoff } from '@brickmarket/supervision';

/** Sent by a worker that stopped listening; the pool replies with the same. */
const LISTENS_NO_MORE = 'listens no more';

/** Connections that the primary sent before its reply go back to it; otherwise they would get no response. */
export async function returnConnectionsOnTheWay(): Promise<void> {
  if (!cluster.isWorker || !process.connected) return;
  const replied = new Promise<void>((resolve) => {
    process.on('message', (message) => message === LISTENS_NO_MORE && resolve());
    process.once('disconnect', resolve);
  });
  process.send!(LISTENS_NO_MORE);
  await replied;
  // Sent after the last returned connection; its callback follows their writes.
  await new Promise((resolve) => (process.connected ? process.send!(LISTENS_NO_MORE, resolve) : resolve(null)));
}

/** Fixed number of workers behind one port. Replaces dead ones with exponential backoff. */
export class WorkerPool {
  private readonly workers = new Map<Worker, Promise<string>>();
  private isStopping = false;
  private readonly backoff = new RestartBackoff({ firstPauseMs: 200, longestPauseMs: 10_000, stableAfterMs: 30_000 });

  constructor(
    script: string,
    private readonly say: (line: string) => void,
  ) {
    cluster.setupPrimary({ exec: script });
  }

  /** Resolves when all workers listen; rejects when one exits earlier. */
  async start(count: number): Promise<string> {
    const addresses = await Promise.all(Array.from({ length: count }, () => this.startOne()));
    return addresses[0]!;
  }

  /** Replaces workers one at a time; each listens before its predecessor stops. */
  async renew(): Promise<void> {
    for (const [old, serving] of [...this.workers]) {
      // Stopping a starting worker would count as a crash.
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
    this.say(`process ${dead.process.pid} of the service stopped; starting another in ${pauseMs / 1000} s`);
    setTimeout(() => {
      if (!this.isStopping) this.startOne().catch(() => this.replace(dead, Date.now()));
    }, pauseMs);
  }

  /** SIGTERM lets requests finish. */
  private async end(worker: Worker): Promise<void> {
    if (worker.isDead()) return;
    worker.exitedAfterDisconnect = true;
    const gone = once(worker, 'exit');
    worker.process.kill('SIGTERM');
    await gone;
  }
}
