import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError } from 'fastify';
import { codeForStatus, errorBody } from './api-error.ts';
import { API_VERSION, JSON_TYPE } from './contract.ts';

const STATUS_OF_SOCKET_ERROR: Readonly<Record<string, { status: number; reason: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    message: 'the request headers are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'Request Timeout', message: 'the request did not arrive in time' },
};
const MALFORMED = { status: 400, reason: 'Bad Request', message: 'the request is not valid HTTP' };

/** What the HTTP parser refuses never reaches a route: it is answered here, in the same shape. */
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

/** Fastify answers an undecodable path before any hook or filter runs. */
export function answerFrameworkError(_error: FastifyError, _request: unknown, reply: unknown): void {
  void (reply as EarlyReply)
    .headers(commonHeaders())
    .status(400)
    .send(errorBody('BadRequest', 'the path is not valid percent-encoded UTF-8'));
}

/** What can be counted on in a reply of whatever protocol. */
interface EarlyReply {
  headers(values: Record<string, string>): EarlyReply;
  status(code: number): EarlyReply;
  send(body: string): unknown;
}

/** An `Expect` that node does not know. */
export function answerUnknownExpectation(server: Server): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = errorBody('BadRequest', 'this expectation cannot be met');
    response
      .writeHead(417, { ...commonHeaders(), 'content-length': Buffer.byteLength(body), connection: 'close' })
      .end(body);
  });
}

/** The headers of every answer that is not the framework's. */
export function commonHeaders(): Record<string, string> {
  return { 'content-type': JSON_TYPE, 'x-api-version': API_VERSION, 'x-request-id': randomUUID() };
}
