import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { AdmittedRequest } from './admitted-request.ts';

/** The request's admission, as a handler parameter: whose it is, when, and how fresh the data must be. */
export const Admitted = createParamDecorator((_: unknown, context: ExecutionContext): AdmittedRequest => {
  return context.switchToHttp().getRequest<FastifyRequest>().admission!;
});
