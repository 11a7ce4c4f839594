import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Brickmarket, CallOptions } from '../brickmarket.ts';
import { BrickmarketError, NetworkError, UnexpectedAnswerError } from '../errors.ts';
import type { Snapshot } from '../records.ts';
import { linesOf } from './lines.ts';
import { keyOf, type KeyedRecord } from './store.ts';

const ATTEMPTS = 5;

/** Streams the records of a file. Fails if the bytes do not match the listed checksum. */
export async function* downloadedRecords(
  api: Brickmarket,
  snapshot: Snapshot,
  options: CallOptions,
): AsyncGenerator<KeyedRecord, void, undefined> {
  // Errors of both ends surface when reading the other.
  const plain = pipeline(compressedBytes(api, snapshot, options), createGunzip(), () => undefined);
  for await (const json of linesOf(plain.setEncoding('utf8')))
    yield [keyOf(snapshot.kind, JSON.parse(json) as object), json];
}

/** Resumes interrupted downloads. */
async function* compressedBytes(
  api: Brickmarket,
  snapshot: Snapshot,
  options: CallOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const hash = createHash('sha256');
  let length = 0;
  for (let attempt = 1; length < snapshot.bytes; attempt++) {
    try {
      const body = await api.downloadSnapshot(snapshot, length, options);
      for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
        hash.update(chunk);
        length += chunk.length;
        yield chunk;
      }
    } catch (cause) {
      options.signal?.throwIfAborted();
      const isLost = !(cause instanceof BrickmarketError) || cause instanceof NetworkError;
      if (!isLost || attempt === ATTEMPTS) throw cause;
    }
  }
  if (length !== snapshot.bytes || hash.digest('hex') !== snapshot.sha256)
    throw new UnexpectedAnswerError({
      status: 200,
      code: 'UnexpectedAnswer',
      message: `the file of ${snapshot.kind} that was downloaded is not the one that /catalog/bulk lists: try again`,
      requestId: null,
      retryAfterMs: null,
      rateLimit: null,
    });
}
