import type { FastifyReply } from 'fastify';
import { type ApiError, errorBody } from './api-error.ts';
import { JSON_TYPE } from './api-version.ts';

/** Answers in the one error shape. */
export async function answerError(reply: FastifyReply, error: ApiError): Promise<void> {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
  await reply.status(error.status).header('content-type', JSON_TYPE).send(errorBody(error.code, error.message));
}
