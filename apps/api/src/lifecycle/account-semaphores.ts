import { Overloaded } from '../caching/coalescer.ts';
import type { Work } from './concurrency-limit.ts';

/** The client disconnected or got a timeout before its work started. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** The account requests more than fits into the time limit; no sign of overload. */
export class AccountBusy extends Overloaded {}

interface Waiting {
  readonly work: Work;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

interface Semaphore {
  underWay: number;
  waiting: Waiting[];
}

/** Bounds concurrent requests per account, whose others wait in line (apps/docs/adr/0017). Reads sockets in between. */
export class AccountSemaphores {
  private readonly accounts = new Map<number, Semaphore>();

  constructor(
    private readonly maxUnderWay: number,
    /** Longer waits are rejected: no response would be in time. */
    private readonly maxWaitMs: number,
  ) {}

  get size(): number {
    return this.accounts.size;
  }

  /** Throws AccountBusy, or ClientGone if no client waits any more. */
  async enter(accountId: number, work: Work): Promise<void> {
    if (work.isGone) throw new ClientGone('nobody waits for the answer');
    const semaphore = this.accounts.get(accountId) ?? { underWay: 0, waiting: [] };
    this.accounts.set(accountId, semaphore);
    if (semaphore.underWay < this.maxUnderWay && semaphore.waiting.length === 0) {
      this.begin(accountId, semaphore, work);
      return;
    }
    await new Promise<void>((resolve, reject) => semaphore.waiting.push({ work, resolve, reject }));
  }

  /** Call periodically. */
  refuseOverdue(): void {
    const now = performance.now();
    for (const { waiting } of this.accounts.values())
      while (waiting.length > 0 && waiting[0]!.work.startedAt + this.maxWaitMs <= now)
        waiting.shift()!.reject(new AccountBusy('waited too long for other requests of the account'));
  }

  private begin(accountId: number, semaphore: Semaphore, work: Work): void {
    semaphore.underWay++;
    work.whenDone = () => {
      semaphore.underWay--;
      setImmediate(() => this.beginNext(accountId, semaphore));
    };
  }

  private beginNext(accountId: number, semaphore: Semaphore): void {
    while (semaphore.underWay < this.maxUnderWay && semaphore.waiting.length > 0) {
      const { work, resolve, reject } = semaphore.waiting.shift()!;
      if (work.isGone) {
        reject(new ClientGone('nobody waits for the answer'));
      } else {
        this.begin(accountId, semaphore, work);
        resolve();
      }
    }
    if (semaphore.underWay === 0) this.accounts.delete(accountId);
  }
}
