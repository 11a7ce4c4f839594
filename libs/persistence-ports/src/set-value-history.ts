import type { Condition, EpochDay } from '@brickmarket/domain';

/** Steps of one set in one condition as two columns, days ascending: from each day on one unit is worth so many cents, below 0 when unknown. */
export interface ValueColumns {
  readonly days: Int32Array;
  readonly cents: Int32Array;
}

/** A set with what it was worth over time. */
export interface SetValues {
  readonly setNumber: string;
  readonly title: string;
  /** Absent when the set was never valued in that condition. */
  readonly steps: Readonly<Partial<Record<Condition, ValueColumns>>>;
}

/** What sets were worth: shared data, the same for every account. */
export abstract class SetValueHistory {
  /** Each set by its id, in the order asked: its steps from `from` to `until`, and the one in force before. Every id must be a set's. */
  abstract read(setIds: readonly number[], days: { readonly from: EpochDay; readonly until: EpochDay }): Promise<readonly SetValues[]>;
}
