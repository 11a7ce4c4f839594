import { createHash } from 'node:crypto';

/** Shared data already written as JSON, with the tag by which a client can ask whether it changed. */
export class JsonDocument {
  private constructor(
    readonly json: string,
    readonly etag: string,
  ) {}

  static of(data: unknown): JsonDocument {
    const json = JSON.stringify(data);
    // Weak: the tag covers `data`, while `meta` differs from answer to answer.
    const etag = `W/"${createHash('sha1').update(json).digest('base64url')}"`;
    return new JsonDocument(json, etag);
  }

  /** Whether an If-None-Match header names this document. */
  matches(ifNoneMatch: string | undefined): boolean {
    if (ifNoneMatch === undefined) return false;
    return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === this.etag.slice(2));
  }
}
