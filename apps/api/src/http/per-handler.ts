import type { ExecutionContext } from '@nestjs/common';

/** What is known of a route handler from its declaration: worked out at its first request and kept, as declarations never change. */
export class PerHandler<Known> {
  private readonly known = new WeakMap<object, { readonly value: Known }>();

  constructor(private readonly workOut: (context: ExecutionContext) => Known) {}

  of(context: ExecutionContext): Known {
    const handler = context.getHandler();
    let known = this.known.get(handler);
    if (known === undefined) {
      known = { value: this.workOut(context) };
      this.known.set(handler, known);
    }
    return known.value;
  }
}
