import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DataVersions } from '@brickmarket/persistence-ports';
import type { FastifyRequest } from 'fastify';

/** A route that answers with the caller's own books. */
export interface BooksRoute {
  /** A parameter with which the answer also depends on the moment of the request; null when there is none. */
  readonly timedBy: string | null;
}

export const BOOKS_ROUTE = 'brickmarket:books-route';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The ETag that the answer has if the request is good; null when only the answer itself can tell. Set by the guard
     * that admits a request for the caller's books.
     */
    booksTag?: string | null;
  }
}

/** Everything an answer is made of, as it stood when the request was admitted. */
interface MadeOf {
  readonly accountId: number;
  readonly bookVersion: number;
  readonly versions: DataVersions;
  /** The UTC day: values of today, months and periods depend on it. */
  readonly day: string;
}

/** Another build may present the same data differently. The program names the files that it loads by their content. */
const BUILD = createHash('sha1').update(readFileSync(process.argv[1]!)).digest('base64url');

/**
 * The ETag of an answer with the caller's books, known without reading them: it names what the answer is made of. A
 * client that polls is told by it that nothing has changed for the price of its admission. Data that changes between
 * admission and reading makes the next tag another one, never this one wrong. Null when the answer also depends on the
 * moment of the request.
 */
export function booksTag(
  request: FastifyRequest,
  { timedBy }: BooksRoute,
  { accountId, bookVersion, versions, day }: MadeOf,
): string | null {
  if (timedBy !== null && Object.hasOwn(request.query as object, timedBy)) return null;
  const { catalog, market, retail } = versions;
  const parts = [BUILD, request.url, request.headers.accept, accountId, bookVersion, catalog, market, retail, day];
  return `W/"${createHash('sha1').update(parts.join('\n')).digest('base64url')}"`;
}
