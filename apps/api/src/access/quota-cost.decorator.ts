import { SetMetadata } from '@nestjs/common';

export const QUOTA_COST = 'brickmarket:quota-cost';

/** What a request costs, from its body as it was sent: not validated yet, possibly not even JSON. */
export type CostRule = (body: unknown) => number;

/** Declares what a route costs. A route of the contract without it does not start. */
export const QuotaCost = (cost: number | CostRule): MethodDecorator =>
  SetMetadata(QUOTA_COST, typeof cost === 'number' ? () => cost : cost);
