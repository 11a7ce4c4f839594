import { createHash } from 'node:crypto';

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
