import { type Condition, type EpochDay, formatIsoDay } from '@brickmarket/domain';
import type { SaleScope, SaleSeries, SaleSeriesHandler } from '@brickmarket/persistence-ports';
import type { WriteSession } from '../bulk/write-session.ts';

// The day since 1970 (17 bits), cents (31), quantity (8), source (8). Multiplying and adding takes PostgreSQL half as
// long as shifting.
const ENCODED_SALE = `int8send(
  (sold_day - date '1970-01-01') * ${2 ** 47} + price_cents * ${2 ** 16}::bigint
  + least(quantity, 255) * 256 + (source_id & 255)
)`;
const SALE_BYTES = 8;

/**
 * The sales of an item as two values, sealed and used, with eight bytes for each sale. With a row for every sale,
 * sending and parsing would take several times as long.
 */
export const ENCODED_SALES = `
string_agg(${ENCODED_SALE}, '') FILTER (WHERE condition = 'sealed'),
string_agg(${ENCODED_SALE}, '') FILTER (WHERE condition = 'used')`;

/** `PGCOPY\n\xff\r\n\0`, flags, length of the extension. */
const HEADER_BYTES = 19;
/**
 * Field count, length of the id, id, length of the sealed sales. The sealed sales follow, then length and used sales.
 */
const ITEM_BYTES = 2 + 4 + 4 + 4;
const LENGTH_BYTES = 4;

/** Decodes a binary COPY of item ids with their encoded sales. Chunks may end anywhere. */
export class EncodedSalesReader {
  #columns = columnsFor(0);
  #chunks: Buffer[] = [];
  /** Bytes received and not decoded yet, and how many the next item needs. */
  #unread = 0;
  #wanted = HEADER_BYTES;
  #hasHeader = false;

  constructor(private readonly take: SaleSeriesHandler) {}

  read(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#unread += chunk.length;
    if (this.#unread < this.#wanted) return;
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let at = this.#hasHeader ? 0 : HEADER_BYTES;
    this.#hasHeader = true;
    for (let end = this.#itemEnd(view, at); end <= bytes.length; end = this.#itemEnd(view, at)) {
      this.#readItem(view, at);
      at = end;
    }
    // The trailer is shorter than an item, so it is never decoded.
    this.#chunks = [bytes.subarray(at)];
    this.#unread = bytes.length - at;
  }

  /**
   * Where the item at `at` ends; too small while its lengths have not all arrived, but always beyond the received
   * bytes.
   */
  #itemEnd(view: DataView, at: number): number {
    let end = at + ITEM_BYTES;
    if (end <= view.byteLength) {
      end += salesBytes(view, end) + LENGTH_BYTES;
      if (end <= view.byteLength) end += salesBytes(view, end);
    }
    this.#wanted = end - at;
    return end;
  }

  #readItem(view: DataView, at: number): void {
    const itemId = view.getInt32(at + 6);
    const sealed = at + ITEM_BYTES;
    this.#readRun(view, sealed, itemId, 'sealed');
    this.#readRun(view, sealed + salesBytes(view, sealed) + LENGTH_BYTES, itemId, 'used');
  }

  #readRun(view: DataView, start: number, itemId: number, condition: Condition): void {
    const length = salesBytes(view, start) / SALE_BYTES;
    if (length === 0) return;
    if (length > this.#columns.day.length) this.#columns = columnsFor(length);
    const run: SaleSeries = { itemId, condition, length, ...this.#columns };
    decode(view, start, run);
    this.take(run);
  }
}

/** The length in the four bytes before the sales; NULL, for no sales, has length -1. */
function salesBytes(view: DataView, start: number): number {
  return Math.max(0, view.getInt32(start - LENGTH_BYTES));
}

function decode(view: DataView, start: number, { length, day, priceCents, quantity, source }: SaleSeries): void {
  for (let sale = 0, at = start; sale < length; sale++, at += SALE_BYTES) {
    const high = view.getUint32(at);
    const low = view.getUint32(at + 4);
    day[sale] = high >>> 15;
    priceCents[sale] = ((high & 0x7fff) << 16) | (low >>> 16);
    quantity[sale] = (low >>> 8) & 0xff;
    source[sale] = low & 0xff;
  }
}

function columnsFor(length: number) {
  const capacity = length === 0 ? 0 : 2 ** Math.ceil(Math.log2(length));
  const column = (): Int32Array => new Int32Array(capacity);
  return { day: column(), priceCents: column(), quantity: column(), source: column() };
}

/** Reading the sales of many items is divided into this many statements, so that none keeps its snapshot for long. */
const PARTS = 8;
/** From so many listed items on. */
const MANY_ITEMS = 500;

/**
 * Reads sales by COPY in the order of a covering index: item by item, by day. Reading those of many items uses two
 * connections. The sales of one item are always of one snapshot; those of different items need not be.
 */
export async function readSales(session: WriteSession, scope: SaleScope, take: SaleSeriesHandler): Promise<void> {
  const sold = new Set<number>();
  await readSince(session, scope, (run) => {
    sold.add(run.itemId);
    take(run);
  });
  if (scope.quiet === undefined) return;
  const ids = idsWithout(scope.itemIds, sold);
  if (ids !== null) await copySales(session, lastSales(ids, scope, scope.quiet.days), take);
}

/** The item ids in question but those of some; null when there is surely none. */
function idsWithout(itemIds: SaleScope['itemIds'], some: ReadonlySet<number>): string | null {
  if (itemIds !== 'all' && !('first' in itemIds)) {
    const others = itemIds.filter((id) => !some.has(id));
    return others.length === 0 ? null : `SELECT unnest('{${others.join(',')}}'::integer[]) AS id`;
  }
  const among = itemIds === 'all' ? '' : ` AND id BETWEEN ${itemIds.first} AND ${itemIds.last}`;
  const others = `WHERE id <> ALL ('{${[...some].join(',')}}')${among}`;
  return `SELECT id FROM catalog.lego_set ${others} UNION ALL SELECT id FROM catalog.minifig ${others}`;
}

/**
 * The last sales of items that were seen to have no new one; `days` of them at least. The last one is looked up again:
 * of an item whose first new sale has arrived in the meantime, that is among them.
 */
function lastSales(ids: string, { after, until }: SaleScope, days: number): string {
  const date = (day: EpochDay): string => `date '${formatIsoDay(day)}'`;
  return `
SELECT item_id, ${ENCODED_SALES}
FROM (${ids}) i
CROSS JOIN LATERAL (
  SELECT max(sold_day) AS last_day FROM source.market_sale WHERE item_id = i.id AND sold_day <= ${date(until)}
) l
JOIN source.market_sale s
  ON s.item_id = i.id AND s.sold_day <= l.last_day AND s.sold_day > least(${date(after)}, l.last_day - ${days})
GROUP BY item_id`;
}

async function readSince(session: WriteSession, scope: SaleScope, take: SaleSeriesHandler): Promise<void> {
  const { itemIds } = scope;
  if (itemIds === 'all') return readParts(session, await listIdRanges(session, scope), take);
  if ('first' in itemIds || itemIds.length < MANY_ITEMS) return readScope(session, scope, take);
  const size = Math.ceil(itemIds.length / PARTS);
  const parts = Array.from({ length: PARTS }, (_, at) => ({
    ...scope,
    itemIds: itemIds.slice(at * size, (at + 1) * size),
  }));
  return readParts(session, parts, take);
}

async function readParts(session: WriteSession, parts: SaleScope[], take: SaleSeriesHandler): Promise<void> {
  const readOn = async (reader: WriteSession): Promise<void> => {
    try {
      for (let part = parts.shift(); part !== undefined; part = parts.shift()) await readScope(reader, part, take);
    } catch (error) {
      // Stops the other reader: the whole read has failed.
      parts.length = 0;
      throw error;
    }
  };
  await session.withSecond((second) => Promise.all([readOn(session), readOn(second)]));
}

/** As an SQL condition. */
export function isInScope({ itemIds, after, until, older }: SaleScope): string {
  const since = (day: EpochDay): string => `sold_day > '${formatIsoDay(day)}'`;
  const reach =
    older === undefined
      ? since(after)
      : `${since(older.after)} AND (${since(after)} OR item_id = ANY ('{${older.itemIds.join(',')}}'))`;
  const inTime = `${reach} AND sold_day <= '${formatIsoDay(until)}'`;
  if (itemIds === 'all') return inTime;
  return 'first' in itemIds
    ? `item_id BETWEEN ${itemIds.first} AND ${itemIds.last} AND ${inTime}`
    : `item_id = ANY ('{${itemIds.join(',')}}') AND ${inTime}`;
}

/** Items that have sold nothing since a day are left out where they are looked up apart from the others. */
function readScope(session: WriteSession, scope: SaleScope, take: SaleSeriesHandler): Promise<void> {
  const { after, older, quiet } = scope;
  const mayHaveOld = quiet !== undefined && (after < quiet.since || older !== undefined);
  const having = mayHaveOld ? ` HAVING max(sold_day) > '${formatIsoDay(quiet.since)}'` : '';
  const which = `WHERE ${isInScope(scope)} GROUP BY item_id${having}`;
  return copySales(session, `SELECT item_id, ${ENCODED_SALES} FROM source.market_sale ${which}`, take);
}

async function copySales(session: WriteSession, sales: string, take: SaleSeriesHandler): Promise<void> {
  const reader = new EncodedSalesReader(take);
  for await (const chunk of session.copyOut(`COPY (${sales}) TO STDOUT WITH (FORMAT binary)`)) reader.read(chunk);
}

/** The same scope in ranges of item ids. */
async function listIdRanges(session: WriteSession, scope: SaleScope): Promise<SaleScope[]> {
  const [range] = await session.query<{ first: number | null; last: number | null }>(
    'SELECT min(item_id) AS first, max(item_id) AS last FROM source.market_sale',
  );
  const { first, last } = range!;
  if (first === null || last === null) return [];
  const size = Math.ceil((last - first + 1) / PARTS);
  return Array.from({ length: PARTS }, (_, at) => ({
    ...scope,
    itemIds: { first: first + at * size, last: first + (at + 1) * size - 1 },
  }));
}
