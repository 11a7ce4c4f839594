import { hash } from 'node:crypto';

/** Encoded once: a batch takes 30 us as bytes, 60 us as text, 450 us as text beyond Latin-1. */
export function encodeJson(data: unknown): Buffer {
  const json = JSON.stringify(data);
  // Own memory: in a shared block, a cached document would keep its neighbors alive.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(json));
  bytes.write(json);
  return bytes;
}

export class JsonDocument {
  private tag: string | null = null;

  constructor(readonly bytes: Buffer) {}

  static of(data: unknown): JsonDocument {
    return new JsonDocument(encodeJson(data));
  }

  get json(): string {
    return this.bytes.toString();
  }

  /** Appends fields to a JSON object, such as `,"found":true}`. */
  endingWith(end: Buffer): readonly [Buffer, Buffer] {
    return [this.bytes.subarray(0, -1), end];
  }

  /** Weak: covers `data`, while `meta` differs in every response. */
  get etag(): string {
    this.tag ??= `W/"${hash('sha1', this.bytes, 'base64url')}"`;
    return this.tag;
  }
}

export class JsonPieces {
  constructor(
    readonly pieces: readonly Buffer[],
    /** End of validity if no data changes; null: unlimited. */
    readonly holdsUntil: Date | null = null,
  ) {}
}

const COMMA = Buffer.from(',');

export function separated(values: Iterable<readonly Buffer[]>): Buffer[] {
  const pieces: Buffer[] = [];
  for (const parts of values) {
    if (pieces.length > 0) pieces.push(COMMA);
    pieces.push(...parts);
  }
  return pieces;
}
