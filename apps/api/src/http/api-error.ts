import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
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

/** An error response of the contract. The message is shown to the client. */
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

/** The service is overloaded: the client should try again later, or reach another replica. */
export function overloaded(): ApiError {
  return new ApiError(503, 'InternalError', 'the service is overloaded; try again in a moment', 1);
}

/** The generic code of a status. */
export function codeForStatus(status: number): ErrorCode {
  if (status === 404) return 'NotFound';
  return status >= 500 ? 'InternalError' : 'BadRequest';
}

/** The body of every error. */
export function errorBody(code: ErrorCode, message: string): string {
  return JSON.stringify({ error: { code, message } });
}

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Refused for lack of capacity. Refusals are counted but not logged, so that an overload does not flood the log.
     */
    isRefusal: boolean;
  }
  interface FastifyRequest {
    /**
     * Refunds the request's charge, once. Set by the guard that charged it: a server failure must not cost quota.
     */
    undoCharge?: () => Promise<void>;
  }
}

/** Sends an error response. */
export async function answerError(reply: FastifyReply, error: ApiError): Promise<void> {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
  if (error.status === 401) reply.header('www-authenticate', 'Bearer');
  await reply.status(error.status).header('content-type', JSON_TYPE).send(errorBody(error.code, error.message));
}

/** Refuses a request for lack of capacity. */
export async function refuse(reply: FastifyReply): Promise<void> {
  reply.isRefusal = true;
  await answerError(reply, overloaded());
}

/**
 * Refunds a failed request, at most once. When the refund itself fails, it is not repeated, since it may have been
 * carried out.
 */
export async function undoCharge(request: FastifyRequest): Promise<void> {
  try {
    await request.undoCharge?.();
  } catch (error) {
    request.log.warn({ reqId: request.id, err: error }, 'charge not refunded');
  }
}

const STATUS_OF_SOCKET_ERROR: Readonly<Record<string, { status: number; reason: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    message: 'the request headers are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'Request Timeout', message: 'the request did not arrive in time' },
};
const MALFORMED = { status: 400, reason: 'Bad Request', message: 'the request is not valid HTTP' };

/** Answers what the HTTP parser rejects, which never reaches a route, with the same error body. */
export function answerSocketError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, reason, message } = STATUS_OF_SOCKET_ERROR[error.code ?? ''] ?? MALFORMED;
  const body = errorBody(codeForStatus(status), message);
  const headers = { ...commonHeaders(), 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head.join('')}\r\n${body}`);
}

/** Answers a path that cannot be decoded: Fastify rejects it before any hook or filter runs. */
export function answerFrameworkError(_error: FastifyError, _request: unknown, reply: unknown): void {
  void (reply as EarlyReply)
    .headers(commonHeaders())
    .status(400)
    .send(errorBody('BadRequest', 'the path is not valid percent-encoded UTF-8'));
}

/** The part of a Fastify reply that is used here; its type depends on the protocol. */
interface EarlyReply {
  headers(values: Record<string, string>): EarlyReply;
  status(code: number): EarlyReply;
  send(body: string): unknown;
}

/** Answers an `Expect` header that Node does not know. */
export function answerUnknownExpectation(server: Server): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = errorBody('BadRequest', 'this expectation cannot be met');
    response
      .writeHead(417, { ...commonHeaders(), 'content-length': Buffer.byteLength(body), connection: 'close' })
      .end(body);
  });
}

/** The headers of every response that is sent without Fastify. CORS headers depend on the origin. */
export function commonHeaders(): Record<string, string> {
  const vary = `${COMMON_HEADERS.vary}, origin`;
  return { ...COMMON_HEADERS, vary, 'content-type': JSON_TYPE, 'x-request-id': randomUUID() };
}
