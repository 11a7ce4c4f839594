import { Injectable } from '@nestjs/common';

/**
 * What the first requests would otherwise wait for: it is loaded before the process reports that it is ready. A load
 * that fails, because the database is not there yet, is tried again when readiness is next asked for.
 */
@Injectable()
export class WarmUp {
  private readonly pending = new Set<() => Promise<unknown>>();
  private running: Promise<void> | null = null;

  /** To be called while the application is put together. */
  beforeReady(load: () => Promise<unknown>): void {
    this.pending.add(load);
  }

  /** Resolves when everything is loaded; rejects with the first failure. Callers share one attempt. */
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
