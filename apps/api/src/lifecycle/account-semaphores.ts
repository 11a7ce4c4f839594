import { Overloaded } from '../caching/coalescer.ts';
import type { Work } from './concurrency-limit.ts';

/** The client of a request has disconnected, or was answered that it took too long, before its work began. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Refused because its account asks for more than can be done in time; no sign that the service is overloaded. */
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

/**
 * Bounds how many admitted requests of one account are worked on at once. The others wait in the account's own line,
 * which delays nobody else. The next one begins in a new turn of the event loop, after sockets were read.
 */
export class AccountSemaphores {
  /** Accounts with requests in progress or waiting. */
  private readonly accounts = new Map<number, Semaphore>();

  constructor(
    /** Requests of one account that are worked on at once. */
    private readonly maxUnderWay: number,
    /** A request that has waited so long since it arrived is refused: it could not be answered in time. */
    private readonly maxWaitMs: number,
  ) {}

  /** How many accounts have requests in progress or waiting. */
  get size(): number {
    return this.accounts.size;
  }

  /** Resolves when the work may begin; throws AccountBusy, or ClientGone when nobody waits for it any more. */
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

  /** Refuses what has waited too long. To be called now and then. */
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
