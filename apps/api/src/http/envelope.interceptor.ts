import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { API_VERSION, JSON_TYPE } from './api-version.ts';
import { JsonDocument } from './json-document.ts';
import { OUTSIDE_CONTRACT } from './outside-contract.decorator.ts';

/** Wraps whatever a route of the contract returns as `{data, meta}`. Documents that are JSON already are passed through as text. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor<unknown, unknown> {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    if (this.reflector.get<boolean | undefined>(OUTSIDE_CONTRACT, context.getHandler())) return next.handle();
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    return next.handle().pipe(map((data) => envelope(data, request, reply)));
  }
}

function envelope(data: unknown, request: FastifyRequest, reply: FastifyReply): string | undefined {
  if (data instanceof JsonDocument && request.method === 'GET') {
    reply.header('etag', data.etag);
    if (data.matches(request.headers['if-none-match'])) {
      reply.status(304);
      return undefined;
    }
  }
  reply.header('content-type', JSON_TYPE);
  const json = data instanceof JsonDocument ? data.json : JSON.stringify(data);
  return `{"data":${json},"meta":${meta(request)}}`;
}

/** By hand: every part is a number or a text without characters that JSON escapes. */
function meta(request: FastifyRequest): string {
  const { dailyLimit, remaining, resetsAt } = request.admission!;
  return `{"request_id":"${request.id}","api_version":"${API_VERSION}","rate_limit":{"limit":${dailyLimit},"remaining":${remaining},"reset":"${resetsAt}"}}`;
}
