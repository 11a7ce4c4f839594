import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { InvalidInputError } from '@brickmarket/domain';

const CHUNK_BYTES = 262_144;
const BYTE_ORDER_MARK = 0xfeff;

/** In stored bytes, compressed for .gz. */
export type OnProgress = (bytesRead: number, bytesTotal: number) => void;

/** How much of a file is read before it is refused. */
export interface ReadLimits {
  /** Of unpacked text, as an archive can exceed the disk. */
  readonly maxBytes: number;
  /** Includes blank lines. */
  readonly maxLines: number;
  /** The abort reason becomes the error. */
  readonly signal: AbortSignal;
}

export interface TextOptions {
  readonly onProgress?: OnProgress | undefined;
  readonly onChunk?: ((chunk: Buffer) => void) | undefined;
  /** For untrusted folders: rejects links, pipes, devices and folders, also when swapped in during opening. */
  readonly onlyRegularFiles?: boolean | undefined;
  readonly limits?: ReadLimits | undefined;
}

/** For reading the start of a file that is read again as a whole. */
export function peekOptions({ onlyRegularFiles, limits }: TextOptions): TextOptions {
  return { onlyRegularFiles, limits };
}

/** Streams UTF-8 without a byte order mark, gunzipped by content. Throws FeedError. */
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

/** Fault as a sentence; null: a file or folder. */
export function irregularFileFault(stats: Stats): string | null {
  if (stats.isSymbolicLink()) return IS_LINK;
  return stats.isFile() || stats.isDirectory() ? null : IS_NO_FILE;
}

/** Checks the opened file, so replacing its name changes nothing. */
async function openFile(file: string, isRegular: boolean): Promise<FileHandle> {
  if (!isRegular) return open(file);
  // Without O_NONBLOCK, opening a pipe waits for a writer.
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
  const fault = NO_TEXT.find(([start]) => magic.startsWith(start))?.[1];
  if (fault !== undefined) throw new FeedError(file, fault);
  return { head, size };
}

const UTF_16 = 'is UTF-16 text; save it as UTF-8';
const PICTURE = 'is a picture; export the list itself as CSV';
const NO_TEXT: readonly (readonly [start: string, fault: string])[] = [
  ['\xff\xfe', UTF_16],
  ['\xfe\xff', UTF_16],
  ['PK\x03\x04', 'is a zip archive or a spreadsheet; unpack it, or save it as CSV (UTF-8)'],
  ['\xd0\xcf\x11\xe0', 'is a spreadsheet of an old kind; save it as CSV (UTF-8)'],
  ['\x89PNG', PICTURE],
  ['\xff\xd8\xff', PICTURE],
  ['GIF8', PICTURE],
  ['RIFF', PICTURE],
  ['%PDF', 'is a PDF; export the list itself as CSV'],
];

const LINE_FEED = 0x0a;

/** Stops at the limit of bytes, lines or time. */
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
    // Unpacking never pauses: yield between chunks.
    await setImmediate();
  }
}

function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

function gunzip(bytes: Readable): Readable {
  // The pipeline passes its error to the last stream, so to the reader; the callback ignores it.
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

/** Why a row was omitted (reject), or which part of it was (warning). */
export interface RowReport {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
  readonly row: string;
}

/** The row a record was read from: its line, from 1, and its text as it stands in the file. */
export interface RowSource {
  readonly line: number;
  readonly text: string;
}

/** Records of consecutive rows, in file order, with rejects and warnings. */
export class FeedBatch<T> {
  readonly file: string;
  readonly records: T[] = [];
  /** Row of `records[i]`; one row may give several records. */
  readonly sources: RowSource[] = [];
  readonly rejects: RowReport[] = [];
  readonly warnings: RowReport[] = [];
  /** Display name, such as `Brickset export`. Empty if there is only one. */
  readonly source: string;

  constructor(file: string, source = '') {
    this.file = file;
    this.source = source;
  }

  /** For a parsed record that the importer rejects. */
  rejectionOf(index: number, reason: string): RowReport {
    const { line, text } = this.sources[index]!;
    return { file: this.file, line, reason, row: text };
  }
}

/** Rejects a whole file. The message names the file and what to do. */
export class FeedError extends InvalidInputError {
  constructor(
    readonly file: string,
    readonly problem: string,
    /** Whether another reader may know the file, or an answer makes it readable. */
    readonly flaw: 'unreadable' | 'unknown-header' | 'date-format' = 'unreadable',
    readonly columns: readonly string[] = [],
    /** First values of each column. */
    readonly samples: readonly (readonly string[])[] = [],
  ) {
    super(`${file}: ${problem}`);
  }
}
