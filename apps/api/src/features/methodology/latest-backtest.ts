import { BacktestStore, type StoredBacktest } from '@brickmarket/persistence-ports';
import { Injectable } from '@nestjs/common';

const KEPT_MS = 5_000;

/** The latest report, asked for at most every few seconds: the page is public, and nobody's quota limits it. */
@Injectable()
export class LatestBacktest {
  private askedAt = Number.NEGATIVE_INFINITY;
  private answer: Promise<StoredBacktest | null> = Promise.resolve(null);

  constructor(private readonly backtests: BacktestStore) {}

  find(): Promise<StoredBacktest | null> {
    if (performance.now() - this.askedAt > KEPT_MS) {
      this.askedAt = performance.now();
      this.answer = this.backtests.findLatest();
      // A failure is not kept: the next caller asks again.
      this.answer.catch(() => (this.askedAt = Number.NEGATIVE_INFINITY));
    }
    return this.answer;
  }
}
