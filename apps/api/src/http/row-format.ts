import { csvLine } from '@brickmarket/feeds/csv';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { JsonDocument } from './json-document.ts';
import type { Pagination } from './pagination.ts';

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
export type Cell = string | number | boolean | null | undefined;

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
export function answerRows(
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
