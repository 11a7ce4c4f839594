import { Injectable } from '@nestjs/common';

/** Loads what first requests need before readiness. A failure is retried at the next readiness check. */
@Injectable()
export class WarmUp {
  private readonly pending = new Set<() => Promise<unknown>>();
  private running: Promise<void> | null = null;

  beforeReady(load: () => Promise<unknown>): void {
    this.pending.add(load);
  }

  run(): Promise<void> {
    this.running ??= this.loadPending().finally(() => (this.running = null));
    return this.running;
  }

  private async loadPending(): Promise<void> {
    for (const load of this.pending) {
      await load();
      this.pending.delete(load);
    }
  }
}
