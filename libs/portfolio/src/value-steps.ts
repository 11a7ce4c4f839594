import type { Cents, EpochDay } from '@brickmarket/domain';

/** From this day until the next step of the item, one unit is worth this much; null: not known any more. */
export interface ValueStep {
  readonly day: EpochDay;
  readonly unitValueCents: Cents | null;
}

const UNKNOWN = -1;

/** The steps of one item in order of their days. Two columns of numbers: a year of a large collection has millions of steps. */
export class ValueSteps {
  static readonly none = ValueSteps.of([]);

  /** Columns of the same length, days ascending without repetition; a negative value means unknown. */
  constructor(
    private readonly days: Int32Array,
    private readonly cents: Int32Array,
  ) {}

  /** Steps ascending by day, at most one a day. */
  static of(steps: readonly ValueStep[]): ValueSteps {
    return new ValueSteps(
      Int32Array.from(steps, (step) => step.day),
      Int32Array.from(steps, (step) => step.unitValueCents ?? UNKNOWN),
    );
  }

  get length(): number {
    return this.days.length;
  }

  dayAt(index: number): EpochDay {
    return this.days[index]!;
  }

  unitValueAt(index: number): Cents | null {
    const cents = this.cents[index]!;
    return cents < 0 ? null : cents;
  }

  /** The value in force on a day: of the latest step up to and including it; null when there is none or its value is unknown. */
  inForceOn(day: EpochDay): Cents | null {
    const index = this.days.findLastIndex((stepDay) => stepDay <= day);
    return index === -1 ? null : this.unitValueAt(index);
  }
}
