import { hash } from 'node:crypto';

/** Encoded once: a batch takes 30 us as bytes, 60 us as text, and 450 us as text with a character beyond Latin-1. */
export function encodeJson(data: unknown): Buffer {
  const json = JSON.stringify(data);
  // Own memory: in a shared block, a cached document would keep the memory of its neighbors alive.
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

/** Data that is already serialized as JSON, in several buffers. */
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
