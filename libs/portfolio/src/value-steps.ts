import type { Cents, EpochDay } from '@brickmarket/domain';

/** From this day until the next step of the item, one unit is worth this much; null: not known any more. */
export interface ValueStep {
  readonly day: EpochDay;
  readonly unitValueCents: Cents | null;
}

const UNKNOWN = -1;

/**
 * The steps of one item in order of their days: a stretch of a table in which each step is two numbers, its day and its
 * value, below 0 when unknown. Many items share a table. A year of a large collection has half a million steps, and a
 * history takes as long as it takes to fetch them from memory.
 */
export class ValueSteps {
  static readonly none = ValueSteps.of([]);

  constructor(
    readonly table: Int32Array,
    /** Where the first step stands. */
    readonly start: number,
    /** Where the last step ends. */
    readonly end: number,
  ) {}

  /** Steps ascending by day, at most one a day. */
  static of(steps: readonly ValueStep[]): ValueSteps {
    const table = Int32Array.from(steps.flatMap(({ day, unitValueCents }) => [day, unitValueCents ?? UNKNOWN]));
    return new ValueSteps(table, 0, table.length);
  }

  /** The value in force on a day: of the latest step up to and including it; null when there is none or its value is unknown. */
  inForceOn(day: EpochDay): Cents | null {
    for (let at = this.end - 2; at >= this.start; at -= 2) {
      if (this.table[at]! <= day) return this.table[at + 1]! < 0 ? null : this.table[at + 1]!;
    }
    return null;
  }
}
