import { createHash } from 'node:crypto';
import { csvLine } from '@brickmarket/feeds/csv';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { API_VERSION, JSON_TYPE, OUTSIDE_CONTRACT, HandlerCache } from './contract.ts';
import type { Pagination } from './parameters.ts';

/** Data already written as JSON: passed through as it is. */
export class JsonText {
  constructor(readonly json: string) {}
}

/** Shared data already written as JSON, with the tag by which a client can ask whether it changed. */
export class JsonDocument extends JsonText {
  private tag: string | null = null;

  static of(data: unknown): JsonDocument {
    return new JsonDocument(JSON.stringify(data));
  }

  /** Weak: the tag covers `data`, while `meta` differs from answer to answer. */
  get etag(): string {
    this.tag ??= `W/"${createHash('sha1').update(this.json).digest('base64url')}"`;
    return this.tag;
  }

  /** Whether an If-None-Match header names this document. */
  matches(ifNoneMatch: string | undefined): boolean {
    if (ifNoneMatch === undefined) return false;
    return (
      ifNoneMatch.trim() === '*' ||
      ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === this.etag.slice(2))
    );
  }
}

/**
 * Data already written as JSON, in pieces. Text of megabytes would be copied and encoded in one go when it is sent, and
 * hold up every other request.
 */
export class JsonPieces {
  constructor(readonly pieces: readonly Buffer[]) {}
}

/** Where a route keeps the rows of its answer, and the columns they have. */
export interface RowsOfRoute {
  /** The property of `data` that is the list. */
  readonly property: string;
  readonly columns: readonly string[];
}

export const ROWS_OF_ROUTE = 'brickmarket:rows-of-route';

/** The forms, besides JSON, in which rows can be had. */
export const ROW_FORMATS = ['text/csv', 'application/x-ndjson'] as const;

export type RowFormat = (typeof ROW_FORMATS)[number];

/**
 * The form an Accept header prefers by name; null for JSON, also when it names none. Of two it likes equally, the
 * first.
 */
export function preferredRowFormat(accept: string | undefined): RowFormat | null {
  let best: { type: string; quality: number } = { type: 'application/json', quality: 0 };
  for (const item of (accept ?? '').split(',')) {
    const [type = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const isNamed = type === 'application/json' || isRowFormat(type);
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    if (isNamed && quality > best.quality) best = { type, quality };
  }
  return isRowFormat(best.type) ? best.type : null;
}

/** What a row can hold: no route has rows with more depth. */
type Cell = string | number | boolean | null | undefined;

/** Rows as text: CSV by RFC 4180 with a line of names, null as nothing; or one JSON object a line. */
export function writeRows(
  format: RowFormat,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, Cell>>[],
): string {
  if (format === 'application/x-ndjson') return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const lines = rows.map((row) => csvLine(columns.map((column) => row[column] ?? null)));
  return csvLine(columns) + lines.join('');
}

function isRowFormat(type: string): type is RowFormat {
  return (ROW_FORMATS as readonly string[]).includes(type);
}

/** The rows of an answer in the form the client prefers; what stands around them in JSON goes into headers. */
function answerRows(
  format: RowFormat,
  { property, columns }: RowsOfRoute,
  data: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const body = (data instanceof JsonDocument ? JSON.parse(data.json) : data) as Record<string, unknown> & {
    pagination?: Pagination;
  };
  const rows = body[property] as Record<string, Cell>[];
  reply
    .header('content-type', `${format}; charset=utf-8`)
    .header('x-total-count', body.pagination?.total ?? rows.length);
  if (body.pagination?.has_more) reply.header('link', `<${nextPage(request.url, body.pagination)}>; rel="next"`);
  return writeRows(format, columns, rows);
}

function nextPage(url: string, { offset, limit }: Pagination): string {
  const [path, query] = url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('limit', String(limit));
  parameters.set('offset', String(offset + limit));
  return `${path}?${parameters.toString()}`;
}

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
