import type { DataVersions } from '@brickmarket/persistence-ports';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { QuotaReport } from '../http/request-hooks.ts';

/** What a request was admitted as. Set by the guards; every handler of the contract may rely on it. */
export interface AdmittedRequest extends QuotaReport {
  readonly accountId: number;
  /** The UTC day that was charged. */
  readonly day: string;
  /** When it was admitted, by the database's clock: "now" for everything the request asks. */
  readonly now: Date;
  readonly versions: DataVersions;
}

declare module 'fastify' {
  interface FastifyRequest {
    admission?: AdmittedRequest;
  }
}

/** The request's admission, as a handler parameter: whose it is, when, and how fresh the data must be. */
export const Admitted = createParamDecorator((_: unknown, context: ExecutionContext): AdmittedRequest => {
  return context.switchToHttp().getRequest<FastifyRequest>().admission!;
});
