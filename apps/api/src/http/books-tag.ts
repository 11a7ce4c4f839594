import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DataVersions } from '@brickmarket/persistence-ports';
import type { FastifyRequest } from 'fastify';
import { preferredRowFormat } from './envelope.ts';

/** Marks routes that respond with the caller's portfolio. */
export const BOOKS_ROUTE = 'brickmarket:books-route';
/** Marks routes whose admission needs the portfolio's state. */
export const BOOKS_STATE = 'brickmarket:books-state';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard for portfolio routes. */
    booksTag?: BooksTag;
  }
}

/** Inputs of a response, as of admission. */
interface MadeOf {
  readonly accountId: number;
  readonly books: string;
  readonly versions: DataVersions;
  /** UTC day, as values, months and periods depend on it. */
  readonly day: string;
  readonly now: Date;
}

/** Other builds may present data differently. The program names its files by content. */
const BUILD = createHash('sha1').update(readFileSync(process.argv[1]!)).digest('base64url');

/** Tag with an optional end of validity. */
const TAG = /"([\w-]{27})(?:\.([\da-z]{1,11}))?"/g;

/** ETag from data versions alone: a 304 costs one query. Races give newer data under an older tag, never stale data. */
export class BooksTag {
  /** Tag in If-None-Match that is still valid; null: none. */
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

  /** Tag that expires at an instant; null: never. */
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
