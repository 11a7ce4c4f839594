import { type ExecutionContext, SetMetadata } from '@nestjs/common';

/** The contract's version: in the path, in every answer's header and in every envelope. */
export const API_VERSION = '1';

/** What every path of the contract starts with. */
export const V1 = 'api/v1';

export const JSON_TYPE = 'application/json; charset=utf-8';

export const OUTSIDE_CONTRACT = 'brickmarket:outside-contract';

/**
 * Marks a handler that is not part of the v1 contract: no key, no quota, no envelope. Everything not so marked is
 * guarded.
 */
export const OutsideContract = (): MethodDecorator => SetMetadata(OUTSIDE_CONTRACT, true);

/**
 * What is known of a route handler from its declaration: worked out at its first request and kept, as declarations
 * never change.
 */
export class HandlerCache<Known> {
  private readonly known = new WeakMap<object, { readonly value: Known }>();

  constructor(private readonly workOut: (context: ExecutionContext) => Known) {}

  get(context: ExecutionContext): Known {
    const handler = context.getHandler();
    let known = this.known.get(handler);
    if (known === undefined) {
      known = { value: this.workOut(context) };
      this.known.set(handler, known);
    }
    return known.value;
  }
}
