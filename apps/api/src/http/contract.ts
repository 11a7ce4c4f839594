import { applyDecorators, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';

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
