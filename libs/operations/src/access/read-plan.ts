import { InvalidInputError, type Plan, PLANS } from '@brickmarket/domain';

/** The plan of that name. */
export function readPlan(text: string): Plan {
  const plan = PLANS.find((known) => known === text);
  if (plan === undefined) throw new InvalidInputError(`"${text}" is not a plan: choose one of ${PLANS.join(', ')}`);
  return plan;
}
