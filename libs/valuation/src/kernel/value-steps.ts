import type { Cents, EpochDay } from '@brickmarket/domain';

/** A value that holds from a day on, until the next step. Null: from then on there is no value. */
export interface ValueStep {
  readonly day: EpochDay;
  readonly valueCents: Cents | null;
}

/** Only the changes among values computed on days in ascending order. No value after none is no step. */
export function valueSteps(values: Iterable<ValueStep>): ValueStep[] {
  const steps: ValueStep[] = [];
  for (const value of values) {
    if ((steps.at(-1)?.valueCents ?? null) !== value.valueCents) steps.push(value);
  }
  return steps;
}
