import { SaxesParser } from 'saxes';
import { FeedError, readFeedText, type TextOptions } from './feed-text.ts';

/** Names as they stand in the file; later pairs win. */
export type Fields = readonly (readonly [name: string, value: string])[];

/** One item of an XML or JSON document, with the fields of its order or document. */
export interface DocumentRecord {
  readonly root: string;
  readonly line: number;
  readonly fields: Fields;
}

const MAX_TEXT_CHARS = 65_536;
/** The parser holds a text, comment or DOCTYPE until it ends. */
const MAX_PENDING_CHARS = 1_048_576;
/** Per element: those of an order are repeated for each of its items. */
const MAX_FIELDS = 100;
const MAX_JSON_CHARS = 32_000_000;
/** Only the bare name: no internal subset and no external id. */
const BARE_DOCTYPE = /^\s*[\w.:-]+\s*$/;
/** Control characters, which tables may hold too. A NUL or half of a character damages its row. */
const FORBIDDEN_CHARACTER = /(disallowed character|malformed character entity)\.$/;

/** Streams the items of BrickLink and BrickStore XML, and of product feeds. Throws FeedError. */
export async function* readXmlRecords(file: string, options: TextOptions): AsyncGenerator<DocumentRecord[]> {
  const items = new XmlItems(file);
  for await (const piece of readFeedText(file, options)) {
    items.write(piece);
    yield items.ready.splice(0);
  }
  items.close();
  yield items.ready.splice(0);
}

interface Element {
  readonly line: number;
  readonly depth: number;
  readonly fields: (readonly [string, string])[];
}

/** An `item` gives one record; items of an `order` wait for the end of it, whose fields may follow. */
class XmlItems {
  readonly ready: DocumentRecord[] = [];
  readonly #parser = new SaxesParser();
  readonly #shared: (readonly [string, string])[] = [];
  #root = '';
  #depth = 0;
  #text = '';
  #pendingChars = 0;
  #item: Element | null = null;
  #order: Element | null = null;
  #ofOrder: Element[] = [];

  constructor(private readonly file: string) {
    this.#parser.on('error', ({ message }) => {
      if (FORBIDDEN_CHARACTER.test(message)) return;
      throw new FeedError(file, `is damaged XML (${message}): export it again`);
    });
    this.#parser.on('doctype', (text) => {
      if (!BARE_DOCTYPE.test(text))
        throw new FeedError(file, 'defines entities or refers to another file: remove its DOCTYPE');
    });
    this.#parser.on('opentag', ({ name, attributes }) => this.#open(name, attributes));
    this.#parser.on('text', (text) => this.#add(text));
    this.#parser.on('cdata', (text) => this.#add(text));
    this.#parser.on('closetag', ({ name }) => this.#close(name));
  }

  write(piece: string): void {
    this.#pendingChars += piece.length;
    if (this.#pendingChars > MAX_PENDING_CHARS)
      throw new FeedError(this.file, 'has a text of more than a million characters; it is not a list of sets');
    this.#parser.write(piece);
  }

  close(): void {
    this.#parser.close();
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    const element = { line: this.#parser.line, depth: ++this.#depth, fields: [] };
    const kind = name.toLowerCase();
    [this.#text, this.#pendingChars] = ['', 0];
    if (this.#depth === 1) this.#root = kind;
    if (this.#item !== null) return;
    if (this.#depth <= 2 && this.#shared.length < MAX_FIELDS) this.#shared.push(...Object.entries(attributes));
    if (kind === 'item' || kind === 'entry') this.#item = element;
    else if (kind === 'order') this.#order = element;
  }

  #add(text: string): void {
    if (this.#text.length + text.length > MAX_TEXT_CHARS)
      throw new FeedError(this.file, `has a text of more than ${MAX_TEXT_CHARS} characters; it is not a list of sets`);
    this.#text += text;
  }

  #close(name: string): void {
    const [depth, text] = [this.#depth--, unescaped(this.#text).trim()];
    this.#text = '';
    const around = this.#item ?? this.#order;
    if (around === null) return;
    if (depth === around.depth + 1 && around.fields.length < MAX_FIELDS) around.fields.push([name, text]);
    if (depth !== around.depth) return;
    if (around === this.#order) this.#finishOrder(around);
    else this.#finishItem(around);
  }

  #finishItem(item: Element): void {
    this.#item = null;
    if (this.#order === null) this.#emit(item, this.#shared);
    else this.#ofOrder.push(item);
  }

  #finishOrder(order: Element): void {
    this.#order = null;
    for (const item of this.#ofOrder.splice(0)) this.#emit(item, [...this.#shared, ...order.fields]);
  }

  #emit({ line, fields }: Element, around: Fields): void {
    this.ready.push({ root: this.#root, line, fields: [...around, ...fields] });
  }
}

const ESCAPED = /&(?:#(\d{1,4}|x[\da-f]{1,4})|amp|quot|apos);/gi;
const ESCAPES: Readonly<Record<string, string>> = { '&amp;': '&', '&quot;': '"', '&apos;': "'" };

/** BrickLink escapes names twice: `Harry&amp;#39;s`. */
function unescaped(text: string): string {
  return text.replaceAll(ESCAPED, (escape, code?: string) =>
    code === undefined ? ESCAPES[escape.toLowerCase()]! : String.fromCodePoint(Number(code.replace(/^x/i, '0x'))),
  );
}

/** Innermost objects of a JSON document, with the fields of the objects around them. Throws FeedError. */
export async function* readJsonRecords(file: string, options: TextOptions): AsyncGenerator<DocumentRecord[]> {
  let text = '';
  for await (const piece of readFeedText(file, options)) {
    text += piece;
    if (text.length > MAX_JSON_CHARS)
      throw new FeedError(file, `is JSON of more than ${MAX_JSON_CHARS.toLocaleString('en-US')} characters: split it`);
  }
  yield [...fieldsIn(parsedJson(file, text), [])].map((fields, index) => ({ root: 'json', line: index + 1, fields }));
}

function parsedJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FeedError(file, 'is damaged JSON: export it again');
  }
}

const MAX_DEPTH = 10;

function* fieldsIn(value: unknown, around: Fields, depth = 0): Generator<Fields> {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
  const entries = Object.entries(value);
  const plain = entries
    .filter(([, one]) => typeof one !== 'object')
    .slice(0, MAX_FIELDS)
    .map(([name, one]) => [name, String(one)] as const);
  const numbers = entries.flatMap(([name, one]) => (name === 'ids' ? numbersByType(one) : []));
  const fields = [...around, ...plain, ...numbers];
  let isInnermost = plain.length > 0;
  for (const [name, one] of entries) {
    if (name === 'ids') continue;
    for (const inner of fieldsIn(one, fields, depth + 1)) {
      isInnermost = false;
      yield inner;
    }
  }
  if (isInnermost && !Array.isArray(value)) yield fields;
}

/** BrickOwl lists the numbers of an item as `{ id, type }`. */
function numbersByType(ids: unknown): Fields {
  const known = Array.isArray(ids) ? (ids as readonly Partial<Record<'id' | 'type', unknown>>[]) : [];
  return known.map(({ id, type }) => [String(type), String(id)] as const);
}
