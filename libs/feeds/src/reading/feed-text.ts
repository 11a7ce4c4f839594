import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { InvalidInputError } from '@brickmarket/domain';

const CHUNK_BYTES = 262_144;
const BYTE_ORDER_MARK = 0xfeff;

/** Reports how far reading has come, in bytes as stored (compressed bytes for .gz). */
export type OnProgress = (bytesRead: number, bytesTotal: number) => void;

/** How much of a file is read before it is refused. */
export interface ReadLimits {
  /** Of the text as it is read: a small archive can hold more than a disk. */
  readonly maxBytes: number;
  /** Lines of every kind, also blank ones. */
  readonly maxLines: number;
  /** Ends the reading when it is aborted. Its reason says why, as a FeedError does. */
  readonly signal: AbortSignal;
}

/** How the bytes of a file are read. */
export interface TextOptions {
  /** Called for every chunk read. */
  readonly onProgress?: OnProgress | undefined;
  /** Receives the file as it is stored, chunk by chunk. */
  readonly onChunk?: ((chunk: Buffer) => void) | undefined;
  /** For files that others lay down: refuses links, pipes, devices and folders, whenever they take a file's place. */
  readonly onlyRegularFiles?: boolean | undefined;
  /** For files of strangers. */
  readonly limits?: ReadLimits | undefined;
}

/** The options of a look at the beginning of a file, which is read once more as a whole. */
export function peekOptions({ onlyRegularFiles, limits }: TextOptions): TextOptions {
  return { onlyRegularFiles, limits };
}

/** Streams the text of a UTF-8 file, gunzipped if its content is gzip, without a byte order mark. Throws FeedError. */
export async function* readFeedText(file: string, options: TextOptions = {}): AsyncGenerator<string> {
  const { onProgress, onChunk, onlyRegularFiles = false, limits } = options;
  try {
    const handle = await openFile(file, onlyRegularFiles);
    try {
      const { head, size } = await inspect(file, handle);
      const bytes = handle.createReadStream({ highWaterMark: CHUNK_BYTES, start: 0, autoClose: false });
      let bytesRead = 0;
      bytes.on('data', (chunk) => {
        onProgress?.((bytesRead += chunk.length), size);
        onChunk?.(chunk as Buffer);
      });
      const unpacked = isGzip(head) ? gunzip(bytes) : bytes;
      yield* decode(limits === undefined ? unpacked : limited(file, unpacked, limits));
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw error instanceof FeedError ? error : new FeedError(file, explain(error as NodeJS.ErrnoException));
  }
}

const IS_LINK = 'is a symbolic link: put the file itself into the folder';
const IS_NO_FILE = 'is no regular file: put a file into the folder';

/** What is wrong with a link, pipe, socket or device, as a message for people; null for a file and for a folder. */
export function irregularFileFault(stats: Stats): string | null {
  if (stats.isSymbolicLink()) return IS_LINK;
  return stats.isFile() || stats.isDirectory() ? null : IS_NO_FILE;
}

/** What is looked at is the file that was opened: another one that takes its name meanwhile changes nothing. */
async function openFile(file: string, isRegular: boolean): Promise<FileHandle> {
  if (!isRegular) return open(file);
  // Without O_NONBLOCK, opening a pipe waits until somebody writes to it.
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new FeedError(file, IS_NO_FILE);
}

async function inspect(file: string, handle: FileHandle): Promise<{ head: Buffer; size: number }> {
  const { size } = await handle.stat();
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
  const head = buffer.subarray(0, bytesRead);
  const magic = head.toString('latin1');
  if (magic.startsWith('\xff\xfe') || magic.startsWith('\xfe\xff'))
    throw new FeedError(file, 'is UTF-16 text; save it as UTF-8');
  if (magic.startsWith('PK\x03\x04'))
    throw new FeedError(file, 'is a zip archive or a spreadsheet; unpack it, or save it as CSV (UTF-8)');
  return { head, size };
}

const LINE_FEED = 0x0a;

/** Passes bytes on until there are too many of them, or of lines, or the time is over. */
async function* limited(file: string, bytes: Readable, limits: ReadLimits): AsyncGenerator<Buffer> {
  const { maxBytes, maxLines, signal } = limits;
  let [size, lines] = [0, 0];
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes)
      throw new FeedError(file, `has more than ${maxBytes.toLocaleString('en-US')} bytes of text: split it`);
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) lines++;
    if (lines > maxLines)
      throw new FeedError(file, `has more than ${maxLines.toLocaleString('en-US')} lines: split it`);
    if (signal.aborted) throw new FeedError(file, (signal.reason as Error).message);
    yield chunk;
    // Unpacked bytes arrive without a pause: others get their turn between any two chunks.
    await setImmediate();
  }
}

function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

function gunzip(bytes: Readable): Readable {
  // A pipeline destroys its last stream with the error, so the reader of the result gets it; the callback ignores it.
  return pipeline(bytes, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined);
}

async function* decode(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let isStart = true;
  for await (const chunk of bytes) {
    const text = decoder.write(chunk);
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
    case 'ELOOP':
      return IS_LINK;
    case 'ENXIO':
      return IS_NO_FILE;
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
    /** Of a file of no known kind: the names of the columns that it has. */
    readonly columns: readonly string[] = [],
  ) {
    super(`${file}: ${problem}`);
  }
}
