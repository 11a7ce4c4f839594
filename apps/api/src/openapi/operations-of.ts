import type { OpenAPIObject } from '@nestjs/swagger';
import type { Operation } from './document-types.ts';

const METHODS = ['get', 'post'] as const;

/** An operation, with the quota it costs. */
export type ContractOperation = Operation & { 'x-quota-cost'?: number | string };

/** Every operation of a document. */
export function operationsOf(document: OpenAPIObject): ContractOperation[] {
  return Object.values(document.paths).flatMap((item) => METHODS.flatMap((method) => item[method] ?? []));
}
