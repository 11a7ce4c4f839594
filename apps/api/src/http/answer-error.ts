import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ApiError, errorBody, overloaded } from './api-error.ts';
import { JSON_TYPE } from './api-version.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Refused for want of capacity. Such answers are counted and not logged: a flood of them would flood the log. */
    isRefusal: boolean;
  }
  interface FastifyRequest {
    /** Gives back what the request was charged, once; set by whoever charged it. A failure on our side costs nothing. */
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

/** Gives back what a failed request was charged, at most once: when it is unknown whether it was given back, it stays charged. */
export async function undoCharge(request: FastifyRequest): Promise<void> {
  try {
    await request.undoCharge?.();
  } catch (error) {
    request.log.warn({ reqId: request.id, err: error }, 'charge not given back');
  }
}
