import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { API_VERSION, JSON_TYPE, OUTSIDE_CONTRACT, HandlerCache } from './contract.ts';
import { JsonDocument, JsonPieces, JsonText } from './json-document.ts';
import { preferredRowFormat, answerRows, ROWS_OF_ROUTE, type RowsOfRoute } from './row-format.ts';

/**
 * Wraps whatever a route of the contract returns as `{data, meta}`, or writes its rows as the client prefers them.
 * Documents that are JSON already are passed through as text.
 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor<unknown, unknown> {
  /** Where a route of the contract keeps rows, if it has any; null outside the contract. */
  private readonly routes: HandlerCache<{ readonly rows: RowsOfRoute | undefined } | null>;

  constructor(reflector: Reflector) {
    this.routes = new HandlerCache((context) => {
      const handler = context.getHandler();
      return reflector.get<boolean | undefined>(OUTSIDE_CONTRACT, handler)
        ? null
        : { rows: reflector.get<RowsOfRoute | undefined>(ROWS_OF_ROUTE, handler) };
    });
  }

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const route = this.routes.get(context);
    if (route === null) return next.handle();
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    return next.handle().pipe(map((data) => answer(data, route.rows, request, reply)));
  }
}

function answer(
  data: unknown,
  rows: RowsOfRoute | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): string | Buffer | undefined {
  if (rows !== undefined) {
    const others = reply.getHeader('vary');
    reply.header('vary', others === undefined ? 'accept' : `${String(others)}, accept`);
  }
  if (data instanceof JsonDocument) {
    reply.header('etag', data.etag);
    if (data.matches(request.headers['if-none-match'])) {
      reply.status(304);
      return undefined;
    }
  }
  const format = rows && preferredRowFormat(request.headers.accept);
  if (rows && format) return answerRows(format, rows, data, request, reply);
  reply.header('content-type', JSON_TYPE);
  if (data instanceof JsonPieces)
    return Buffer.concat([Buffer.from('{"data":'), ...data.pieces, Buffer.from(`,"meta":${meta(request)}}`)]);
  const json = data instanceof JsonText ? data.json : JSON.stringify(data);
  return `{"data":${json},"meta":${meta(request)}}`;
}

/** By hand: every part is a number or a text without characters that JSON escapes. */
function meta(request: FastifyRequest): string {
  const { dailyLimit, remaining, resetsAt } = request.quotaReport!;
  const rateLimit = `{"limit":${dailyLimit},"remaining":${remaining},"reset":"${resetsAt}"}`;
  return `{"request_id":"${request.id}","api_version":"${API_VERSION}","rate_limit":${rateLimit}}`;
}
