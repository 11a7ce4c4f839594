import type { Condition, ItemKind } from '@brickmarket/domain';
import type { SaleSeries, SaleSeriesHandler, ItemToValue } from '@brickmarket/persistence-ports';
import type { SaleColumns, ItemSeries, Market, SeriesKind } from '@brickmarket/valuation';

type SourcedSales = Required<SaleColumns>;

/** Ciura's gaps for shellsort, without 1. */
const GAPS = [701, 301, 132, 57, 23, 10, 4] as const;

/** In place, by `compareSales`. Sales mostly arrive by day, so only days are sorted. */
export function sortSales(sales: SourcedSales, start: number, end: number): void {
  if (!isByDay(sales.day, start, end)) for (const gap of GAPS) insertAtGap(sales, start, end, gap);
  insertAtGap(sales, start, end, 1);
}

function isByDay(day: Int32Array, start: number, end: number): boolean {
  for (let i = start + 1; i < end; i++) if (day[i - 1]! > day[i]!) return false;
  return true;
}

/** Insertion sort of every `gap`-th sale. */
function insertAtGap(
  { day, priceCents, quantity, source }: SourcedSales,
  start: number,
  end: number,
  gap: number,
): void {
  for (let i = start + gap; i < end; i++) {
    const d = day[i]!;
    if (day[i - gap]! < d) continue;
    const p = priceCents[i]!;
    const q = quantity[i]!;
    const s = source[i]!;
    let at = i;
    for (
      ;
      at >= start + gap &&
      isAfter(day[at - gap]! - d, priceCents[at - gap]! - p, quantity[at - gap]! - q, source[at - gap]! - s);
      at -= gap
    ) {
      day[at] = day[at - gap]!;
      priceCents[at] = priceCents[at - gap]!;
      quantity[at] = quantity[at - gap]!;
      source[at] = source[at - gap]!;
    }
    if (at === i) continue;
    day[at] = d;
    priceCents[at] = p;
    quantity[at] = q;
    source[at] = s;
  }
}

function isAfter(days: number, cents: number, pieces: number, sources: number): boolean {
  return (days || cents || pieces || sources) > 0;
}

/** Sales of series s are `[start[s], end[s])`, by `compareSales`. Series are unordered. */
export interface GroupedSales {
  readonly sales: SaleColumns;
  readonly start: Int32Array;
  readonly end: Int32Array;
}

/** Both conditions of an item may share a series. */
export class SeriesIndex {
  readonly #seriesOfMarket: Int32Array;

  constructor(largestItemId: number) {
    this.#seriesOfMarket = new Int32Array(2 * largestItemId + 2).fill(-1);
  }

  /** The index in the list becomes the series. */
  static of(series: readonly { readonly itemId: number; readonly condition: Condition }[]): SeriesIndex {
    const index = new SeriesIndex(series.reduce((largest, { itemId }) => Math.max(largest, itemId), 0));
    for (const [at, { itemId, condition }] of series.entries()) index.add(itemId, condition, at);
    return index;
  }

  add(itemId: number, condition: Condition, series: number): void {
    this.#seriesOfMarket[marketNumber(itemId, condition)] = series;
  }

  find(itemId: number, condition: Condition): number {
    return this.#seriesOfMarket[marketNumber(itemId, condition)] ?? -1;
  }
}

function marketNumber(itemId: number, condition: Condition): number {
  return 2 * itemId + (condition === 'used' ? 1 : 0);
}

/** Covers market growth between full runs. */
const SPARE_CAPACITY = 1.1;

/** A good estimate of the number avoids copying columns. */
export async function groupSales(
  index: SeriesIndex,
  seriesCount: number,
  read: (take: SaleSeriesHandler) => Promise<void>,
  expectedSales = 0,
): Promise<GroupedSales> {
  const columns = new GrowingColumns(Math.ceil(expectedSales * SPARE_CAPACITY));
  const start = new Int32Array(seriesCount);
  const end = new Int32Array(seriesCount);
  await read((run) => {
    const series = index.find(run.itemId, run.condition);
    if (series < 0) return;
    if (end[series] === 0) start[series] = columns.length;
    columns.append(run);
    end[series] = columns.length;
    sortSales(columns, start[series]!, columns.length);
  });
  return { sales: columns.filled(), start, end };
}

class GrowingColumns implements SourcedSales {
  length = 0;
  day: Int32Array;
  priceCents: Int32Array;
  quantity: Int32Array;
  source: Int32Array;

  constructor(capacity: number) {
    this.day = new Int32Array(capacity);
    this.priceCents = new Int32Array(capacity);
    this.quantity = new Int32Array(capacity);
    this.source = new Int32Array(capacity);
  }

  append(run: SaleSeries): void {
    const length = this.length + run.length;
    if (length > this.day.length) this.#grow(length);
    // Most runs are short: subarrays would cost more than copying values.
    for (let from = 0, to = this.length; to < length; from++, to++) {
      this.day[to] = run.day[from]!;
      this.priceCents[to] = run.priceCents[from]!;
      this.quantity[to] = run.quantity[from]!;
      this.source[to] = run.source[from]!;
    }
    this.length = length;
  }

  filled(): SourcedSales {
    return {
      day: this.day.subarray(0, this.length),
      priceCents: this.priceCents.subarray(0, this.length),
      quantity: this.quantity.subarray(0, this.length),
      source: this.source.subarray(0, this.length),
    };
  }

  #grow(atLeast: number): void {
    const capacity = 2 ** Math.ceil(Math.log2(atLeast));
    this.day = grown(this.day, capacity);
    this.priceCents = grown(this.priceCents, capacity);
    this.quantity = grown(this.quantity, capacity);
    this.source = grown(this.source, capacity);
  }
}

function grown(column: Int32Array, capacity: number): Int32Array {
  const larger = new Int32Array(capacity);
  larger.set(column);
  return larger;
}

/** A new minifigure counts as sealed. */
export interface SeriesOwner {
  readonly item: ItemToValue;
  readonly condition: Condition;
}

export interface GatheredMarket {
  readonly market: Market;
  readonly owners: readonly SeriesOwner[];
}

export const KIND_OF = {
  set: { sealed: 'sealed', used: 'used' },
  minifig: { sealed: 'figureNew', used: 'figureUsed' },
} as const satisfies Record<ItemKind, Record<Condition, SeriesKind>>;

/** Reads sealed before used. */
export async function gatherMarket(
  items: readonly ItemToValue[],
  read: (take: SaleSeriesHandler) => Promise<void>,
  expectedSales?: number,
): Promise<GatheredMarket> {
  const index = new SeriesIndex(items.reduce((largest, { itemId }) => Math.max(largest, itemId), 0));
  const owners: SeriesOwner[] = [];
  for (const item of items) {
    index.add(item.itemId, 'sealed', owners.length);
    owners.push({ item, condition: 'sealed' });
    index.add(item.itemId, 'used', owners.length);
    owners.push({ item, condition: 'used' });
  }
  const { sales, start, end } = await groupSales(index, owners.length, read, expectedSales);
  const series = owners.map(({ item, condition }, at): ItemSeries => ({
    kind: KIND_OF[item.isMinifig ? 'minifig' : 'set'][condition],
    facts: item,
    start: start[at]!,
    end: end[at]!,
    sealedSeries: condition === 'used' ? at - 1 : null,
  }));
  return { market: { sales, series }, owners };
}
