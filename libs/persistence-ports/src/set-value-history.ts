import type { Condition, EpochDay } from '@brickmarket/domain';

/** Steps of one set in one condition: a stretch of the table, two numbers each, the day and from then on the cents of one unit, below 0 when unknown. Days ascend. */
export interface StepStretch {
  readonly start: number;
  readonly end: number;
}

/** A set with where its steps are. */
export interface SetSteps {
  readonly setNumber: string;
  readonly title: string;
  /** Absent when the set was never valued in that condition. */
  readonly stretches: Readonly<Partial<Record<Condition, StepStretch>>>;
}

export interface SetStepTable {
  readonly table: Int32Array;
  /** In the order asked. */
  readonly sets: readonly SetSteps[];
}

/** What sets were worth: shared data, the same for every account. */
export abstract class SetValueHistory {
  /** The steps of each set from `from` to `until`, and the one in force before. Every id must be a set's. */
  abstract read(
    setIds: readonly number[],
    span: { readonly from: EpochDay; readonly until: EpochDay },
  ): Promise<SetStepTable>;
}
