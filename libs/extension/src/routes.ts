import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { DEPRECATION, QUOTA_COST } from './metadata.ts';

const MAX_COST = 1_000;

/** Quota cost of an API route. Every route needs it. */
export function QuotaCost(cost: number): MethodDecorator {
  if (!Number.isInteger(cost) || cost < 1 || cost > MAX_COST)
    throw new TypeError(`a route costs a whole number from 1 to ${MAX_COST}, not ${cost}`);
  return SetMetadata(QUOTA_COST, () => cost);
}

/** When a route was deprecated and when it stops, in whole seconds. */
export interface Deprecation {
  readonly since: Date;
  readonly sunset: Date;
  /** Address of a page on what to use instead. */
  readonly documentation?: string;
}

/** Announces the end of an API route in the headers `Deprecation`, `Sunset` and `Link`. */
export function Deprecated(deprecation: Deprecation): MethodDecorator {
  if (!(deprecation.sunset > deprecation.since)) throw new TypeError('a route stops after it was deprecated');
  return SetMetadata(DEPRECATION, deprecation);
}

/** Injects the account of the request's key or session. */
export const AccountId = createParamDecorator(
  (_: unknown, context: ExecutionContext): number =>
    context.switchToHttp().getRequest<{ accountId: number }>().accountId,
);
