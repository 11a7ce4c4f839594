/** What binary COPY begins with: its signature, no flags, no extension. */
export const BINARY_START = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
/** What it ends with: a row of -1 fields. */
export const BINARY_END = Buffer.from([0xff, 0xff]);

/** The rows that a `COPY ... TO STDOUT (FORMAT binary)` sends, in batches as they arrive. */
export async function* binaryRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly Buffer[]> {
  let rest: Buffer = Buffer.alloc(0);
  let hasStarted = false;
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (!hasStarted && rest.length < BINARY_START.length) continue;
    const rows = cutRows(hasStarted ? rest : rest.subarray(BINARY_START.length));
    hasStarted = true;
    rest = rows.rest;
    if (rows.complete.length > 0) yield rows.complete;
  }
}

/** Cuts bytes into the rows they begin with; what is left is the beginning of one that is not complete, or the end. */
export function cutRows(bytes: Buffer): { readonly complete: readonly Buffer[]; readonly rest: Buffer } {
  const complete: Buffer[] = [];
  let at = 0;
  for (let end = endOfRow(bytes, at); end > 0; end = endOfRow(bytes, at)) {
    complete.push(bytes.subarray(at, end));
    at = end;
  }
  return { complete, rest: bytes.subarray(at) };
}

/** Where the row at a position ends; -1 when it does not, or is none. */
function endOfRow(bytes: Buffer, from: number): number {
  if (from + 2 > bytes.length) return -1;
  let at = from + 2;
  const fields = bytes.readInt16BE(from);
  for (let field = 0; field < fields; field++) {
    if (at + 4 > bytes.length) return -1;
    // A length of -1 is NULL.
    at += 4 + Math.max(0, bytes.readInt32BE(at));
  }
  return fields < 0 || at > bytes.length ? -1 : at;
}

/** Reads the fields of a row of binary COPY, one after the other. */
export class FieldReader {
  constructor(
    private readonly bytes: Buffer,
    private at: number,
  ) {}

  integer(): number | null {
    const from = this.next();
    return from < 0 ? null : this.bytes.readInt32BE(from);
  }

  truth(): boolean | null {
    const from = this.next();
    return from < 0 ? null : this.bytes[from] === 1;
  }

  text(): string | null {
    const from = this.next();
    return from < 0 ? null : this.bytes.toString('utf8', from, this.at);
  }

  /** A word of few: found several times faster than its text is made. */
  oneOf<Word extends string>(words: readonly Word[]): Word | null {
    const from = this.next();
    if (from < 0) return null;
    return words.find((word) => this.reads(word, from)) ?? unknownWord(this.bytes.toString('utf8', from, this.at));
  }

  skip(): void {
    this.next();
  }

  private reads(word: string, from: number): boolean {
    if (this.at - from !== word.length) return false;
    for (let i = 0; i < word.length; i++) if (this.bytes[from + i] !== word.charCodeAt(i)) return false;
    return true;
  }

  /** Steps over a field and returns where its value begins; -1 for NULL. */
  private next(): number {
    const length = this.bytes.readInt32BE(this.at);
    const from = this.at + 4;
    this.at = from + Math.max(0, length);
    return length < 0 ? -1 : from;
  }
}

function unknownWord(word: string): never {
  throw new TypeError(`a stored row has the unknown word ${word}`);
}
