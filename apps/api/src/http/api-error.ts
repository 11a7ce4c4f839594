import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { socketErrorHandler } from '@brickmarket/service-runtime';
import type { FastifyReply, FastifyRequest, FastifyError } from 'fastify';
import { COMMON_HEADERS, JSON_TYPE } from './contract.ts';

export type ErrorCode =
  | 'BadRequest'
  | 'MissingApiKey'
  | 'InvalidApiKey'
  | 'TierRequired'
  | 'NotFound'
  | 'QuotaExceeded'
  | 'InternalError';

/** The message is shown to the client. */
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

export function badRequest(message: string): ApiError {
  return new ApiError(400, 'BadRequest', message);
}

/** The client should retry later or on another replica. */
export function overloaded(): ApiError {
  return new ApiError(503, 'InternalError', 'the service is overloaded; try again in a moment', 1);
}

export function codeForStatus(status: number): ErrorCode {
  if (status === 404) return 'NotFound';
  return status >= 500 ? 'InternalError' : 'BadRequest';
}

export function errorBody(code: ErrorCode, message: string): string {
  return JSON.stringify({ error: { code, message } });
}

declare module 'fastify' {
  interface FastifyReply {
    /** Counted but not logged, so that an overload does not flood the log. */
    isRefusal: boolean;
  }
  interface FastifyRequest {
    /** Refunds the charge once: server failures cost no quota. */
    undoCharge?: () => Promise<void>;
  }
}

export async function answerError(reply: FastifyReply, error: ApiError): Promise<void> {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
  if (error.status === 401) reply.header('www-authenticate', 'Bearer');
  await reply.status(error.status).header('content-type', JSON_TYPE).send(errorBody(error.code, error.message));
}

export async function refuse(reply: FastifyReply): Promise<void> {
  reply.isRefusal = true;
  await answerError(reply, overloaded());
}

/** Never repeats a failed refund, as it may have been executed. */
export async function undoCharge(request: FastifyRequest): Promise<void> {
  try {
    await request.undoCharge?.();
  } catch (error) {
    request.log.warn({ reqId: request.id, err: error }, 'charge not refunded');
  }
}

/** Answers what the HTTP parser rejects with the same error body. */
export const answerSocketError = socketErrorHandler((status, message) => ({
  headers: commonHeaders(),
  body: errorBody(codeForStatus(status), message),
}));

/** Undecodable path: Fastify rejects it before any hook or filter. */
export function answerFrameworkError(_error: FastifyError, _request: unknown, reply: unknown): void {
  void (reply as EarlyReply)
    .headers(commonHeaders())
    .status(400)
    .send(errorBody('BadRequest', 'the path is not valid percent-encoded UTF-8'));
}

/** Fields in use; the full type depends on the protocol. */
interface EarlyReply {
  headers(values: Record<string, string>): EarlyReply;
  status(code: number): EarlyReply;
  send(body: string): unknown;
}

/** Responds to unknown `Expect` headers. */
export function answerUnknownExpectation(server: Server): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = errorBody('BadRequest', 'this expectation cannot be met');
    response
      .writeHead(417, { ...commonHeaders(), 'content-length': Buffer.byteLength(body), connection: 'close' })
      .end(body);
  });
}

/** Headers of responses without Fastify. CORS headers depend on the origin. */
export function commonHeaders(): Record<string, string> {
  const vary = `${COMMON_HEADERS.vary}, origin`;
  return { ...COMMON_HEADERS, vary, 'content-type': JSON_TYPE, 'x-request-id': randomUUID() };
}
