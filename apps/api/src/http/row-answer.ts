import type { FastifyReply, FastifyRequest } from 'fastify';
import { JsonDocument } from './json-document.ts';
import type { Pagination } from './pagination.response.ts';
import { type Cell, type RowFormat, type RowsOfRoute, writeRows } from './row-format.ts';

/** The rows of an answer in the form the client prefers; what stands around them in JSON goes into headers. */
export function rowAnswer(
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
