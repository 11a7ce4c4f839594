import { type Condition, type EpochDay, formatIsoDay } from '@brickmarket/domain';
import type { SaleScope, SaleSeries, SaleSeriesHandler } from '@brickmarket/persistence-ports';
import type { WriteSession } from '../bulk/write-session.ts';

// Day since 1970 (17 bits), cents (31), quantity (8), source (8). Multiplying is faster than shifting.
const ENCODED_SALE = `int8send(
  (sold_day - date '1970-01-01') * ${2 ** 47} + price_cents * ${2 ** 16}::bigint
  + least(quantity, 255) * 256 + (source_id & 255)
)`;
const SALE_BYTES = 8;

/** Sealed and used sales as two values of eight bytes per sale, several times faster than rows. */
export const ENCODED_SALES = `
string_agg(${ENCODED_SALE}, '') FILTER (WHERE condition = 'sealed'),
string_agg(${ENCODED_SALE}, '') FILTER (WHERE condition = 'used')`;

/** Signature `PGCOPY\n\xff\r\n\0`, flags, extension length. */
const HEADER_BYTES = 19;
/** Field count, id length, id, length of sealed sales, before the sales. */
const ITEM_BYTES = 2 + 4 + 4 + 4;
const LENGTH_BYTES = 4;

/** Decodes a binary COPY. Chunks may end anywhere. */
export class EncodedSalesReader {
  #columns = columnsFor(0);
  #chunks: Buffer[] = [];
  /** Undecoded bytes, and those the next item needs. */
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

  /** End of the item; a lower bound beyond the received bytes while lengths are missing. */
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

/** Length before the sales; NULL is -1. */
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

/** Statements per large read, so that no snapshot lasts long. */
const PARTS = 8;
/** Listed items from which reads are divided. */
const MANY_ITEMS = 500;

/** COPY by covering index. Two connections for many items, so only each item's sales share a snapshot. */
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

/** Null: surely none. */
function idsWithout(itemIds: SaleScope['itemIds'], some: ReadonlySet<number>): string | null {
  if (itemIds !== 'all' && !('first' in itemIds)) {
    const others = itemIds.filter((id) => !some.has(id));
    return others.length === 0 ? null : `SELECT unnest('{${others.join(',')}}'::integer[]) AS id`;
  }
  const among = itemIds === 'all' ? '' : ` AND id BETWEEN ${itemIds.first} AND ${itemIds.last}`;
  const others = `WHERE id <> ALL ('{${[...some].join(',')}}')${among}`;
  return `SELECT id FROM catalog.lego_set ${others} UNION ALL SELECT id FROM catalog.minifig ${others}`;
}

/** Last `days` days of sales of items without new ones, including the last one. */
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
      // Stops the other reader after a failure.
      parts.length = 0;
      throw error;
    }
  };
  await session.withSecond((second) => Promise.all([readOn(session), readOn(second)]));
}

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

/** Excludes items without sales since a day if they are read separately. */
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
