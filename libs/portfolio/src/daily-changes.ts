import type { Cents } from '@brickmarket/domain';
import { exactCents } from './exact-cents.ts';

/** Amounts by which a total changes on each of some days. */
export class DailyChanges {
  readonly changes: Float64Array;
  /** All changes together, whichever their sign. Whoever writes a change adds to it. */
  turnoverCents: Cents = 0;

  constructor(days: number) {
    this.changes = new Float64Array(days);
  }

  add(index: number, cents: Cents): void {
    this.changes[index]! += cents;
    this.turnoverCents += Math.abs(cents);
  }

  /** The total on each day. Throws when they cannot be counted to the cent: no sum on the way is larger than the turnover. */
  totals(): readonly Cents[] {
    exactCents(this.turnoverCents);
    let total = 0;
    return Array.from(this.changes, (change) => (total += change));
  }
}
