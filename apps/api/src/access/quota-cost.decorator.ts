import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

export const QUOTA_COST = 'brickmarket:quota-cost';

/** What a request costs, from its body as it was sent: not validated yet, possibly not even JSON. */
export type CostRule = (body: unknown) => number;

/** Declares what a route costs, and documents it. A route of the contract without it does not start. */
export function QuotaCost(cost: number): MethodDecorator;
export function QuotaCost(cost: CostRule, inWords: string): MethodDecorator;
export function QuotaCost(cost: number | CostRule, inWords: string | number = cost as number): MethodDecorator {
  return applyDecorators(
    SetMetadata(QUOTA_COST, typeof cost === 'number' ? () => cost : cost),
    ApiExtension('x-quota-cost', inWords),
  );
}
