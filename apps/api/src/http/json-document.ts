import { createHash } from 'node:crypto';
import { JsonText } from './json-text.ts';

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
