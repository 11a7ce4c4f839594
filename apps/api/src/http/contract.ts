import { applyDecorators, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The contract's version: in the path, in every answer's header and in every envelope. */
export const API_VERSION = '1';

/** The path prefix of the contract. */
export const V1 = 'api/v1';

/** The path prefix of extensions: they are as strict as the contract, and no part of it. */
export const EXTENSION_PATH = 'api/x';

export const JSON_TYPE = 'application/json; charset=utf-8';

export const OUTSIDE_CONTRACT = 'brickmarket:outside-contract';

/** The headers of every response. A page, a file or a route may add to `vary` or declare its own `cache-control`. */
export const COMMON_HEADERS = {
  'x-api-version': API_VERSION,
  'cache-control': 'private, no-cache',
  vary: 'authorization, accept-encoding',
  'x-content-type-options': 'nosniff',
} as const;

/** Adds the name of a request header to `vary`. */
export function varyBy(reply: FastifyReply, header: string): void {
  reply.header('vary', `${String(reply.getHeader('vary'))}, ${header}`);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly answersHead?: boolean;
  }
}

/**
 * Declares that a handler is not part of the v1 contract: no key, no quota, no envelope. It answers HEAD like GET.
 * Every handler without it is guarded.
 */
export const OutsideContract = (): MethodDecorator =>
  applyDecorators(SetMetadata(OUTSIDE_CONTRACT, true), RouteConfig({ answersHead: true }));

/** Request and reply of a handler. `switchToHttp` would make three functions of the context at each call. */
export function argumentsOf(context: ExecutionContext): readonly [FastifyRequest, FastifyReply] {
  return context.getArgs<[FastifyRequest, FastifyReply]>();
}

/**
 * Caches what is derived from a handler's decorators, computed at its first request: reading metadata is too slow for
 * every request, and decorators never change.
 */
export class HandlerCache<Known> {
  private readonly known = new WeakMap<object, { readonly value: Known }>();

  constructor(private readonly derive: (context: ExecutionContext) => Known) {}

  get(context: ExecutionContext): Known {
    const handler = context.getHandler();
    let known = this.known.get(handler);
    if (known === undefined) {
      known = { value: this.derive(context) };
      this.known.set(handler, known);
    }
    return known.value;
  }
}
