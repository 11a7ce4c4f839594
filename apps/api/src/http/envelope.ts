import { hash } from 'node:crypto';
import { csvLine } from '@brickmarket/feeds/csv';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable, of } from 'rxjs';
import { API_VERSION, argumentsOf, JSON_TYPE, OUTSIDE_CONTRACT, HandlerCache, varyBy } from './contract.ts';
import type { Pagination } from './parameters.ts';

/** Encoded once: to encode a text of 100 kB each time it is sent took a third of the time of the request. */
export function encodeJson(data: unknown): Buffer {
  const json = JSON.stringify(data);
  // Memory of its own: a document is kept for long, and would keep that of its neighbours in a shared block with it.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(json));
  bytes.write(json);
  return bytes;
}

/** Shared data that is already serialized as JSON and encoded, with an ETag. */
export class JsonDocument {
  private tag: string | null = null;

  constructor(readonly bytes: Buffer) {}

  static of(data: unknown): JsonDocument {
    return new JsonDocument(encodeJson(data));
  }

  get json(): string {
    return this.bytes.toString();
  }

  /** The parts of a JSON object with something more at its end, such as `,"found":true}`. */
  endingWith(end: Buffer): readonly [Buffer, Buffer] {
    return [this.bytes.subarray(0, -1), end];
  }

  /** Weak: the tag covers `data`, while `meta` differs in every response. */
  get etag(): string {
    this.tag ??= `W/"${hash('sha1', this.bytes, 'base64url')}"`;
    return this.tag;
  }
}

const WEAK = /^W\//;

/** Whether an If-None-Match header names an answer by its ETag; weak and strong tags compare as equal. */
export function isTagNamed(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  const named = ifNoneMatch.split(',').map((tag) => tag.trim().replace(WEAK, ''));
  return ifNoneMatch.trim() === '*' || named.includes(etag.replace(WEAK, ''));
}

/**
 * Data that is already serialized as JSON, in several buffers. A single text of megabytes would be encoded in one go
 * when it is sent, and block all other requests meanwhile.
 */
export class JsonPieces {
  constructor(
    readonly pieces: readonly Buffer[],
    /** Until when the same request has the same answer if no data changes; null when the time does not change it. */
    readonly holdsUntil: Date | null = null,
  ) {}
}

const COMMA = Buffer.from(',');

/** The parts of several JSON values, with a comma between each value and the next. */
export function separated(values: Iterable<readonly Buffer[]>): Buffer[] {
  const pieces: Buffer[] = [];
  for (const parts of values) {
    if (pieces.length > 0) pieces.push(COMMA);
    pieces.push(...parts);
  }
  return pieces;
}

/** Which property of a route's response is a list of rows, and the columns of the rows. */
export interface RowsOfRoute {
  /** The property of `data` that is the list. */
  readonly property: string;
  readonly columns: readonly string[];
}

export const ROWS_OF_ROUTE = 'brickmarket:rows-of-route';

/** The formats, besides JSON, in which rows are available. */
export const ROW_FORMATS = ['text/csv', 'application/x-ndjson'] as const;

export type RowFormat = (typeof ROW_FORMATS)[number];

/**
 * The row format that an Accept header prefers; null for JSON, and when it names no known format. Of two with the same
 * quality, the first.
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

/** A value in a row; rows are never nested. */
type Cell = string | number | boolean | null | undefined;

/** Rows as CSV (RFC 4180, with a header line, null as an empty cell) or as one JSON object per line. */
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

/** The rows of a response in the preferred format. The total and the next page are in headers. */
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
 * Wraps what a route of the contract returns as `{data, meta}`, or writes its rows in the format the client prefers.
 * Data that is already serialized is inserted as text.
 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor<unknown, unknown> {
  /** The rows of a route of the contract, if it has any; null outside the contract. */
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
    const [request, reply] = argumentsOf(context);
    const named = request.booksTag?.named ?? null;
    if (named !== null) {
      if (route.rows) varyBy(reply, 'accept');
      return of(notModified(named, reply));
    }
    return next.handle().pipe(map((data) => answer(data, route.rows, request, reply)));
  }
}

/** Undefined for an answer without a tag. */
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
  const end = `,"meta":${meta(request)}}`;
  if (data instanceof JsonDocument) return enveloped(data.bytes, data.bytes.length, end);
  if (data instanceof JsonPieces) return Buffer.concat([BEGINNING, ...data.pieces, Buffer.from(end)]);
  const json = JSON.stringify(data);
  return enveloped(json, Buffer.byteLength(json), end);
}

/**
 * Encoded at once: Node would make a copy of a text three times over, to put it together, to measure it and to send it
 * with the headers.
 */
function enveloped(json: string | Buffer, size: number, end: string): Buffer {
  const bytes = Buffer.allocUnsafe(BEGINNING.length + size + end.length);
  bytes.set(BEGINNING);
  if (typeof json === 'string') bytes.write(json, BEGINNING.length);
  else bytes.set(json, BEGINNING.length);
  bytes.write(end, BEGINNING.length + size, 'latin1');
  return bytes;
}

/** Written without JSON.stringify, which is slower: every part is a number or a text that needs no escaping. */
function meta(request: FastifyRequest): string {
  const { dailyLimit, remaining, resetsAt } = request.quotaReport!;
  const rateLimit = `{"limit":${dailyLimit},"remaining":${remaining},"reset":"${resetsAt}"}`;
  return `{"request_id":"${request.id}","api_version":"${API_VERSION}","rate_limit":${rateLimit}}`;
}
