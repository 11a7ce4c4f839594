import type { Cents, EpochDay } from '@brickmarket/domain';

/** A value that holds from a day on, until the next step. Null: from then on there is no value. */
export interface ValueStep {
  readonly day: EpochDay;
  readonly valueCents: Cents | null;
}

/**
 * Whether a newly computed value is worth a step: it differs from the last one kept. No value after none is no step.
 */
export function isValueStep(last: ValueStep | null, valueCents: Cents | null): boolean {
  return (last?.valueCents ?? null) !== valueCents;
}

/** Only the changes among values computed on days in ascending order. */
export function valueSteps(values: Iterable<ValueStep>): ValueStep[] {
  const steps: ValueStep[] = [];
  for (const value of values) {
    if (isValueStep(steps.at(-1) ?? null, value.valueCents)) steps.push(value);
  }
  return steps;
}
