import type { FastifyReply, FastifyRequest } from 'fastify';
import { JSON_TYPE } from './contract.ts';

export type ErrorCode =
  | 'BadRequest'
  | 'MissingApiKey'
  | 'InvalidApiKey'
  | 'TierRequired'
  | 'NotFound'
  | 'QuotaExceeded'
  | 'InternalError';

/** An answer of the contract other than 200. The message is shown to the client. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    message: string,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** The request can never succeed as it was sent. */
export function badRequest(message: string): ApiError {
  return new ApiError(400, 'BadRequest', message);
}

/** There is more to do than can be done in time; another moment, or another replica, may do. */
export function overloaded(): ApiError {
  return new ApiError(503, 'InternalError', 'the service is overloaded; try again in a moment', 1);
}

/** The code that goes with a status for which no more exact one is known. */
export function codeForStatus(status: number): ErrorCode {
  if (status === 404) return 'NotFound';
  return status >= 500 ? 'InternalError' : 'BadRequest';
}

/** The one shape of every error. */
export function errorBody(code: ErrorCode, message: string): string {
  return JSON.stringify({ error: { code, message } });
}

declare module 'fastify' {
  interface FastifyReply {
    /** Refused for want of capacity. Such answers are counted and not logged: a flood of them would flood the log. */
    isRefusal: boolean;
  }
  interface FastifyRequest {
    /**
     * Gives back what the request was charged, once; set by whoever charged it. A failure on our side costs nothing.
     */
    undoCharge?: () => Promise<void>;
  }
}

/** Answers in the one error shape. */
export async function answerError(reply: FastifyReply, error: ApiError): Promise<void> {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
  await reply.status(error.status).header('content-type', JSON_TYPE).send(errorBody(error.code, error.message));
}

/** Refuses a request for want of capacity. */
export async function refuse(reply: FastifyReply): Promise<void> {
  reply.isRefusal = true;
  await answerError(reply, overloaded());
}

/**
 * Gives back what a failed request was charged, at most once: when it is unknown whether it was given back, it stays
 * charged.
 */
export async function undoCharge(request: FastifyRequest): Promise<void> {
  try {
    await request.undoCharge?.();
  } catch (error) {
    request.log.warn({ reqId: request.id, err: error }, 'charge not given back');
  }
}
