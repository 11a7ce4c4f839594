import type { EpochDay } from '@brickmarket/domain';

/** Days since retirement at which a new stage of appreciation begins. Stage 0 is everything before retirement. */
const STAGE_STARTS_DAYS: readonly number[] = [0, 183, 365, 2 * 365, 4 * 365];

/** How many stages there are. */
export const LIFE_STAGES = STAGE_STARTS_DAYS.length + 1;

/** The stage an item is in so many days after its retirement (negative before); 0 when it never retires. */
export function lifeStage(daysSinceRetirement: number | null): number {
  if (daysSinceRetirement === null) return 0;
  let stage = 0;
  while (stage < STAGE_STARTS_DAYS.length && daysSinceRetirement >= STAGE_STARTS_DAYS[stage]!) stage++;
  return stage;
}

/** The first day since retirement of a stage; stage 0 has none. */
export function stageStartDays(stage: number): number {
  return STAGE_STARTS_DAYS[stage - 1] ?? Number.NEGATIVE_INFINITY;
}

/** Days from retirement to a day; null for an item without a retirement. */
export function daysSince(retirementDay: EpochDay | null, day: EpochDay): number | null {
  return retirementDay === null ? null : day - retirementDay;
}
