import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { InvalidInputError } from '@brickmarket/domain';

/** First line of a backup. Earlier releases read it too, to restore after an upgrade: fields are only added. */
export interface BackupHeader {
  readonly format: 'brickmarket-backup-1';
  readonly migrations: readonly string[];
  /** Number of migrations per extension. Absent in backups of older builds. */
  readonly extensions?: Readonly<Record<string, number>>;
  readonly sequences: readonly { readonly name: string; readonly lastValue: string }[];
  /** Database clock. Absent, like `rows`, in backups of older builds. */
  readonly madeAt?: string;
  readonly rows?: Readonly<Record<string, number>>;
}

/** Line before a table's rows in COPY text format, which end with `\.`. */
export interface BackupTable {
  readonly table: string;
  readonly columns: readonly string[];
}

export const END_OF_ROWS = '\\.';

export interface OpenBackup {
  readonly name: string;
  readonly header: BackupHeader;
  readonly lines: AsyncGenerator<string, undefined>;
}

/** File path, or a stream with its display name. */
export type BackupSource = string | { readonly name: string; readonly stream: Readable };

export function damaged(name: string, where: string): InvalidInputError {
  return new InvalidInputError(`${name} is damaged (${where}): take another backup`);
}

export async function openBackup(
  source: BackupSource,
  onRead: (bytes: number) => void = () => undefined,
): Promise<OpenBackup> {
  const { name, stream } =
    typeof source === 'string' ? { name: source, stream: createReadStream(source) as Readable } : source;
  const lines = linesOf(name, stream, onRead);
  const first = await lines.next();
  if (first.done === true) throw damaged(name, CUT_SHORT);
  return { name, header: parseHeader(name, first.value), lines };
}

export async function readBackupHeader(file: string): Promise<BackupHeader> {
  const { header, lines } = await openBackup(file);
  await lines.return(undefined);
  return header;
}

function parseHeader(name: string, line: string): BackupHeader {
  const header = jsonIn(line) as BackupHeader | null | undefined;
  if (header?.format !== 'brickmarket-backup-1') throw notOurs(name);
  if (!isWhole(header)) throw damaged(name, 'its header');
  return header;
}

function isWhole({ migrations, extensions = {}, sequences, madeAt = '2026-01-01', rows = {} }: BackupHeader): boolean {
  return (
    isListOf(migrations, isText) &&
    isRecordOf(extensions, Number.isSafeInteger) &&
    isListOf(sequences, (each) => isText(each?.name) && /^\d{1,19}$/.test(each.lastValue)) &&
    !Number.isNaN(Date.parse(madeAt)) &&
    isRecordOf(rows, Number.isSafeInteger)
  );
}

export function parseTable(line: string): BackupTable | null {
  const given = jsonIn(line) as BackupTable | null | undefined;
  return isText(given?.table) && isListOf(given?.columns, isText) ? given! : null;
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const isText = (value: unknown): boolean => typeof value === 'string';

function isListOf<Item>(value: readonly Item[] | undefined, isOf: (item: Item) => boolean): boolean {
  return Array.isArray(value) && value.every(isOf);
}

function isRecordOf<Value>(value: Readonly<Record<string, Value>>, isOf: (item: Value) => boolean): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(isOf);
}

/** Splits at line feeds only: rows may contain carriage returns. */
async function* linesOf(
  name: string,
  stream: Readable,
  onRead: (bytes: number) => void,
): AsyncGenerator<string, undefined> {
  let [rest, bytes] = ['', 0];
  stream.on('data', (chunk: Buffer) => onRead((bytes += chunk.length)));
  const gunzip = createGunzip();
  // `pipe` does not pass errors on.
  stream.once('error', (error) => gunzip.destroy(error));
  const text = stream.pipe(gunzip).setEncoding('utf8') as AsyncIterable<string>;
  try {
    for await (const chunk of text) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
  } catch (error) {
    throw unreadable(name, error as NodeJS.ErrnoException);
  } finally {
    stream.destroy();
  }
  return undefined;
}

const CUT_SHORT = 'it is cut short';
const MISSING = 'does not exist: "brickmarket db backups" lists the backups that there are';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: MISSING,
  ENOTDIR: MISSING,
  EISDIR: 'is a folder, not a backup',
  EACCES: 'may not be read by this user',
};

function unreadable(name: string, error: NodeJS.ErrnoException): Error {
  const { code = '' } = error;
  if (Object.hasOwn(REASONS, code)) return new InvalidInputError(`${name} ${REASONS[code]}`);
  if (code === 'Z_BUF_ERROR') return damaged(name, CUT_SHORT);
  if (error.message === 'incorrect header check') return notOurs(name);
  if (code.startsWith('Z_')) return damaged(name, 'its compression');
  return error;
}

function notOurs(name: string): InvalidInputError {
  return new InvalidInputError(`${name} is not a backup of Brickmarket, or is damaged`);
}
