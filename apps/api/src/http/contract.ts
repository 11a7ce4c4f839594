import { applyDecorators, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';

/** In path, header and envelope. */
export const API_VERSION = '1';

export const V1 = 'api/v1';

/** As strict as the contract, but no part of it. */
export const EXTENSION_PATH = 'api/x';

export const JSON_TYPE = 'application/json; charset=utf-8';

export const OUTSIDE_CONTRACT = 'brickmarket:outside-contract';

/** Routes may extend `vary` or set their own `cache-control`. */
export const COMMON_HEADERS = {
  'x-api-version': API_VERSION,
  'cache-control': 'private, no-cache',
  vary: 'authorization, accept-encoding',
  'x-content-type-options': 'nosniff',
  link: '</openapi.json>; rel="service-desc"',
} as const;

export function varyBy(reply: FastifyReply, header: string): void {
  reply.header('vary', `${String(reply.getHeader('vary'))}, ${header}`);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly answersHead?: boolean;
  }
}

/** Handler without key, quota and envelope; supports HEAD. All others are guarded. */
export const OutsideContract = (): MethodDecorator =>
  applyDecorators(SetMetadata(OUTSIDE_CONTRACT, true), RouteConfig({ answersHead: true }));
