import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DataVersions } from '@brickmarket/persistence-ports';
import type { FastifyRequest } from 'fastify';
import { preferredRowFormat } from './envelope.ts';

/** Marks a route that answers with the caller's own books. */
export const BOOKS_ROUTE = 'brickmarket:books-route';
/** Marks a route whose admission tells in which state the caller's books are. */
export const BOOKS_STATE = 'brickmarket:books-state';

declare module 'fastify' {
  interface FastifyRequest {
    /** Names the answer. Set by the guard that admits a request for the caller's books. */
    booksTag?: BooksTag;
  }
}

/** Everything an answer is made of, as it stood when the request was admitted. */
interface MadeOf {
  readonly accountId: number;
  /** Names the state of the account's books. */
  readonly books: string;
  readonly versions: DataVersions;
  /** The UTC day: values of today, months and periods depend on it. */
  readonly day: string;
  readonly now: Date;
}

/** Another build may present the same data differently. The program names the files that it loads by their content. */
const BUILD = createHash('sha1').update(readFileSync(process.argv[1]!)).digest('base64url');

/** A tag, and until when its answer holds if the time alone can change it. */
const TAG = /"([\w-]{27})(?:\.([\da-z]{1,11}))?"/g;

/**
 * The ETag of an answer with the caller's books, known without reading them: it names what the answer is made of. A
 * client that polls is told by it that nothing has changed for the price of its admission. Data that changes between
 * admission and reading makes the next tag another one, never this one wrong.
 */
export class BooksTag {
  /** The tag in the request's If-None-Match header that names what would be answered now; null when none does. */
  readonly named: string | null;
  private readonly madeOf: string;
  private readonly now: number;

  constructor(request: FastifyRequest, { accountId, books, versions, day, now }: MadeOf) {
    const { catalog, market, retail } = versions;
    const { url, headers } = request;
    const format = preferredRowFormat(headers.accept);
    this.madeOf = [BUILD, url, format, accountId, books, catalog, market, retail, day].join('\n');
    this.now = now.getTime();
    this.named = this.namedBy(headers['if-none-match']);
  }

  /** The tag of an answer that the time alone changes after an instant; null for one that it does not change. */
  until(instant: Date | null): string {
    return instant === null ? `W/"${this.hash('')}"` : this.timed(instant.getTime().toString(36));
  }

  private namedBy(ifNoneMatch: string | undefined): string | null {
    for (const [, hash, until = ''] of ifNoneMatch?.matchAll(TAG) ?? []) {
      const isOver = until !== '' && Number.parseInt(until, 36) < this.now;
      if (!isOver && hash === this.hash(until)) return until === '' ? this.until(null) : this.timed(until);
    }
    return null;
  }

  private timed(until: string): string {
    return `W/"${this.hash(until)}.${until}"`;
  }

  private hash(until: string): string {
    return createHash('sha1').update(this.madeOf).update(`\n${until}`).digest('base64url');
  }
}
