/**
 * Lets long work be done in slices, one in each turn of the event loop, accounts in turn. Between two slices all
 * sockets are served, so other requests wait for one slice at most, however many answers are being made; and an account
 * that asks for many large answers gets as many slices as one that asks for a single one.
 */
export class EventLoopTurns {
  /** In the order in which the accounts get their next slice. */
  private readonly lines = new Map<number, (() => void)[]>();
  private isRunning = false;

  /** Resolves when the account may do its next slice. */
  next(accountId: number): Promise<void> {
    return new Promise((resolve) => {
      const line = this.lines.get(accountId);
      if (line === undefined) this.lines.set(accountId, [resolve]);
      else line.push(resolve);
      if (this.isRunning) return;
      this.isRunning = true;
      setImmediate(this.run);
    });
  }

  private readonly run = (): void => {
    const [accountId, line] = this.lines.entries().next().value!;
    const begin = line.shift()!;
    this.lines.delete(accountId);
    if (line.length > 0) this.lines.set(accountId, line);
    // What is scheduled here runs in the next turn, after all sockets that can be read have been.
    if (this.lines.size > 0) setImmediate(this.run);
    else this.isRunning = false;
    begin();
  };
}
