import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { InvalidInputError } from '@brickmarket/domain';

const CHUNK_BYTES = 262_144;
const BYTE_ORDER_MARK = 0xfeff;

/** Reports how far reading has come, in bytes as stored (compressed bytes for .gz). */
export type OnProgress = (bytesRead: number, bytesTotal: number) => void;

/** Streams the text of a UTF-8 file, gunzipped if its content is gzip, without a byte order mark. Throws FeedError. */
export async function* readFeedText(file: string, onProgress?: OnProgress): AsyncGenerator<string> {
  try {
    const { head, size } = await inspect(file);
    const bytes = createReadStream(file, { highWaterMark: CHUNK_BYTES });
    let bytesRead = 0;
    bytes.on('data', (chunk) => onProgress?.((bytesRead += chunk.length), size));
    yield* decode(isGzip(head) ? gunzip(bytes) : bytes);
  } catch (error) {
    throw error instanceof FeedError ? error : new FeedError(file, explain(error as NodeJS.ErrnoException));
  }
}

async function inspect(file: string): Promise<{ head: Buffer; size: number }> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    const head = buffer.subarray(0, bytesRead);
    const magic = head.toString('latin1');
    if (magic.startsWith('\xff\xfe') || magic.startsWith('\xfe\xff'))
      throw new FeedError(file, 'is UTF-16 text; save it as UTF-8');
    if (magic.startsWith('PK\x03\x04'))
      throw new FeedError(file, 'is a zip archive or a spreadsheet; unpack it, or save it as CSV (UTF-8)');
    return { head, size };
  } finally {
    await handle.close();
  }
}

function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

function gunzip(bytes: Readable): Readable {
  // A pipeline destroys its last stream with the error, so the reader of the result gets it; the callback ignores it.
  return pipeline(bytes, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined);
}

async function* decode(bytes: Readable): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let isStart = true;
  for await (const chunk of bytes) {
    const text = decoder.write(chunk as Buffer);
    if (text === '') continue;
    yield isStart && text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
    isStart = false;
  }
  const tail = decoder.end();
  if (tail !== '') yield tail;
}

function explain(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ENOENT':
      return 'no such file';
    case 'EISDIR':
      return 'is a folder, not a file';
    case 'Z_BUF_ERROR':
      return 'the gzip data ends too early; the file was cut off, fetch it again (nothing of it was taken over)';
    case 'Z_DATA_ERROR':
      return 'the gzip data is damaged; fetch the file again (nothing of it was taken over)';
    default:
      return `cannot be read: ${error.message}`;
  }
}

/** A report on one row of a file: why it was left out (a reject), or which part of it was not imported (a warning). */
export interface RowReport {
  readonly file: string;
  /** The physical line on which the row starts; the first line of the file is 1. */
  readonly line: number;
  /** For people: what is wrong and what to do about it. */
  readonly reason: string;
  /** The row as it stands in the file, without its line end. */
  readonly row: string;
}

/** The row a record was read from: its line, from 1, and its text as it stands in the file. */
export interface RowSource {
  readonly line: number;
  readonly text: string;
}

/** Records read from consecutive rows of a file, in file order, with the rejects and warnings of those rows. */
export class FeedBatch<T> {
  readonly file: string;
  readonly records: T[] = [];
  /** `sources[i]` is the row that `records[i]` was read from; one row may give several records. */
  readonly sources: RowSource[] = [];
  readonly rejects: RowReport[] = [];
  readonly warnings: RowReport[] = [];
  /** Which kind of file it is, for people: `Brickset export`. Empty where there is only one. */
  readonly source: string;

  constructor(file: string, source = '') {
    this.file = file;
    this.source = source;
  }

  /** A report on the row of `records[index]`, for a record that parses but that the importer refuses. */
  rejectionOf(index: number, reason: string): RowReport {
    const { line, text } = this.sources[index]!;
    return { file: this.file, line, reason, row: text };
  }
}

/** A file that cannot be read: none of it may be imported. The message names the file and what to do. */
export class FeedError extends InvalidInputError {
  constructor(
    readonly file: string,
    /** What is wrong, without the file's name. */
    readonly problem: string,
    /** Whether another kind of reader might know the file, or it can be read once a question is answered. */
    readonly flaw: 'unreadable' | 'unknown-header' | 'date-format' = 'unreadable',
  ) {
    super(`${file}: ${problem}`);
  }
}
