import { ClientGone } from './account-shares.ts';

/** Slices are done for so long in one turn. */
const BUDGET_MS = 3;

/**
 * Lets long work be done in slices, for some milliseconds in each turn of the event loop, accounts in turn. Between
 * turns all sockets are served, so other requests do not wait longer, however many answers are being made; and an
 * account that asks for many large answers gets as many slices as one that asks for a single one.
 */
export class EventLoopTurns {
  /** In the order in which the accounts get their next slice. */
  private readonly lines = new Map<number, (() => void)[]>();
  private isRunning = false;
  private turnEndsAt = 0;

  /** Resolves when the account may do its next slice, for a request; throws ClientGone when that would be in vain. */
  next(accountId: number, isGone: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => (isGone() ? reject(new ClientGone('nobody waits for the answer')) : resolve());
      const line = this.lines.get(accountId);
      if (line === undefined) this.lines.set(accountId, [begin]);
      else line.push(begin);
      if (this.isRunning) return;
      this.isRunning = true;
      setImmediate(this.begin);
    });
  }

  private readonly begin = (): void => {
    this.turnEndsAt = performance.now() + BUDGET_MS;
    this.run();
  };

  private readonly run = (): void => {
    const [accountId, line] = this.lines.entries().next().value!;
    const begin = line.shift()!;
    this.lines.delete(accountId);
    if (line.length > 0) this.lines.set(accountId, line);
    begin();
    // After the slice, which runs when its promise resolves.
    queueMicrotask(this.goOn);
  };

  private readonly goOn = (): void => {
    if (this.lines.size === 0) this.isRunning = false;
    else if (performance.now() < this.turnEndsAt) this.run();
    // In the next turn, after all sockets that can be read have been.
    else setImmediate(this.begin);
  };
}
