import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { QUOTA_COST } from './metadata.ts';

const MAX_COST = 1_000;

/** Quota cost of an API route. Every route needs it. */
export function QuotaCost(cost: number): MethodDecorator {
  if (!Number.isInteger(cost) || cost < 1 || cost > MAX_COST)
    throw new TypeError(`a route costs a whole number from 1 to ${MAX_COST}, not ${cost}`);
  return SetMetadata(QUOTA_COST, () => cost);
}

/** Injects the account of the request's key or session. */
export const AccountId = createParamDecorator(
  (_: unknown, context: ExecutionContext): number =>
    context.switchToHttp().getRequest<{ accountId: number }>().accountId,
);
