import { DomainError } from '@brickmarket/domain';
import { outageOf } from '@brickmarket/service-runtime';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Overloaded } from '../caching/coalescer.ts';
import { answerError, ApiError, badRequest, codeForStatus, refuse, undoCharge } from '../http/api-error.ts';
import { AccountBusy, ClientGone } from './concurrency-limit.ts';
import { RequestLimits } from './request-limits.ts';

const OUTAGES = {
  'disk full': 'the disk of the service is full: nothing was changed; try again in a few minutes',
  'database away': 'the database of the service does not answer; try again in a few minutes',
} as const;
const OUTAGE_RETRY_S = 60;
const STATUS_OF_KIND = { 'not-found': 404, invalid: 400, conflict: 400 } as const;

/** Logs unknown errors with a generic response, as messages may contain internals. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly limits: RequestLimits) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (thrown instanceof Overloaded) {
      const { concurrency } = this.limits.api;
      if (thrown instanceof AccountBusy) concurrency.refused++;
      else concurrency.countRefusal();
      await undoCharge(request);
      if (!reply.sent) await refuse(reply);
      return;
    }
    if (thrown instanceof ClientGone) {
      // Charged: disconnecting must not give more requests.
      if (!reply.sent) await refuse(reply);
      return;
    }
    const error = toApiError(thrown);
    if (error.status >= 500) {
      // Timed-out requests were logged before.
      if (!reply.sent || !(thrown instanceof ApiError))
        request.log.error({ reqId: request.id, err: thrown }, 'request failed');
      await undoCharge(request);
    }
    if (!reply.sent) await answerError(reply, error);
  }
}

function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const outage = outageOf(thrown);
  if (outage !== null) return new ApiError(503, 'InternalError', OUTAGES[outage], OUTAGE_RETRY_S);
  if (DomainError.isOne(thrown)) {
    const status = STATUS_OF_KIND[thrown.kind];
    return new ApiError(status, codeForStatus(status), thrown.message);
  }
  const status =
    thrown instanceof HttpException
      ? thrown.getStatus()
      : Number((thrown as { statusCode?: unknown } | null)?.statusCode);
  if (status === 404) return new ApiError(404, 'NotFound', 'no such route');
  if (status >= 400 && status < 500) return badRequest(messageOf(thrown));
  return new ApiError(500, 'InternalError', 'something failed on our side; the request can be retried');
}

function messageOf(thrown: unknown): string {
  const response = thrown instanceof HttpException ? thrown.getResponse() : undefined;
  const message = typeof response === 'object' ? (response as { message?: string | string[] }).message : undefined;
  return Array.isArray(message) ? message.join('; ') : (message ?? 'malformed request');
}
