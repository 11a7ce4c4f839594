import { csvLine } from '@brickmarket/feeds/csv';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable, of } from 'rxjs';
import { JsonDocument, JsonPieces } from '../fast-path/json-bytes.ts';
import { API_VERSION, JSON_TYPE, OUTSIDE_CONTRACT, varyBy } from './contract.ts';
import type { Pagination } from './parameters.ts';

const WEAK = /^W\//;

/** Weak and strong tags compare as equal. */
export function isTagNamed(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  const named = ifNoneMatch.split(',').map((tag) => tag.trim().replace(WEAK, ''));
  return ifNoneMatch.trim() === '*' || named.includes(etag.replace(WEAK, ''));
}

export interface RowsOfRoute {
  readonly property: string;
  readonly columns: readonly string[];
}

export const ROWS_OF_ROUTE = 'brickmarket:rows-of-route';

export const ROW_FORMATS = ['text/csv', 'application/x-ndjson'] as const;

export type RowFormat = (typeof ROW_FORMATS)[number];

/** Null: JSON, or no known format. The first of equal quality wins. */
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

type Cell = string | number | boolean | null | undefined;

/** CSV by RFC 4180 with header and null as empty, or NDJSON. */
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

/** Total and next page are in headers. */
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
  // Only the next page, as clients may compare the whole header.
  reply.removeHeader('link');
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

/** Wraps results as `{data, meta}`, or writes rows in the preferred format. Inserts serialized data as text. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor<unknown, unknown> {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const handler = context.getHandler();
    if (this.reflector.get<boolean | undefined>(OUTSIDE_CONTRACT, handler)) return next.handle();
    const rows = this.reflector.get<RowsOfRoute | undefined>(ROWS_OF_ROUTE, handler);
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    const named = request.booksTag?.named ?? null;
    if (named !== null) {
      if (rows) varyBy(reply, 'accept');
      return of(notModified(named, reply));
    }
    return next.handle().pipe(map((data) => answer(data, rows, request, reply)));
  }
}

function tagOf(data: unknown, { booksTag }: FastifyRequest): string | undefined {
  if (data instanceof JsonDocument) return data.etag;
  return booksTag?.until(data instanceof JsonPieces ? data.holdsUntil : null);
}

function notModified(etag: string, reply: FastifyReply): undefined {
  reply.status(304).header('etag', etag);
}

const BEGINNING = Buffer.from('{"data":');

function answer(
  data: unknown,
  rows: RowsOfRoute | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): string | Buffer | undefined {
  if (rows) varyBy(reply, 'accept');
  const etag = tagOf(data, request);
  if (etag !== undefined) {
    if (isTagNamed(etag, request.headers['if-none-match'])) return notModified(etag, reply);
    reply.header('etag', etag);
  }
  const format = rows && preferredRowFormat(request.headers.accept);
  if (rows && format) return answerRows(format, rows, data, request, reply);
  reply.header('content-type', JSON_TYPE);
  return Buffer.concat([BEGINNING, ...piecesOf(data), Buffer.from(`,"meta":${JSON.stringify(metaOf(request))}}`)]);
}

function piecesOf(data: unknown): readonly Buffer[] {
  if (data instanceof JsonPieces) return data.pieces;
  return [data instanceof JsonDocument ? data.bytes : Buffer.from(JSON.stringify(data))];
}

function metaOf({ id, quotaReport }: FastifyRequest): object {
  const { dailyLimit, remaining, resetsAt } = quotaReport!;
  return {
    request_id: id,
    api_version: API_VERSION,
    rate_limit: { limit: dailyLimit, remaining, reset: resetsAt },
  };
}
