import type { Condition } from '@brickmarket/domain';
import type { SaleSeries, SaleSeriesHandler } from '@brickmarket/persistence-ports';
import type { SaleColumns } from '@brickmarket/valuation';
import { sortSales } from './sort-sales.ts';

/**
 * Sales by series, each in the order of `compareSales`: those of series s are `[start[s], end[s])`. The series come in
 * any order.
 */
export interface GroupedSales {
  readonly sales: SaleColumns;
  readonly start: Int32Array;
  readonly end: Int32Array;
}

/** Says which series the sales of an item in one condition belong to. The two of an item may share one. */
export class SeriesIndex {
  readonly #seriesOfMarket: Int32Array;

  constructor(largestItemId: number) {
    this.#seriesOfMarket = new Int32Array(2 * largestItemId + 2).fill(-1);
  }

  /** Each of these is the series of its place in the list. */
  static of(series: readonly { readonly itemId: number; readonly condition: Condition }[]): SeriesIndex {
    const index = new SeriesIndex(series.reduce((largest, { itemId }) => Math.max(largest, itemId), 0));
    for (const [at, { itemId, condition }] of series.entries()) index.add(itemId, condition, at);
    return index;
  }

  add(itemId: number, condition: Condition, series: number): void {
    this.#seriesOfMarket[marketNumber(itemId, condition)] = series;
  }

  /** -1 when they belong to none. */
  find(itemId: number, condition: Condition): number {
    return this.#seriesOfMarket[marketNumber(itemId, condition)] ?? -1;
  }
}

function marketNumber(itemId: number, condition: Condition): number {
  return 2 * itemId + (condition === 'used' ? 1 : 0);
}

/** From one full run to the next a market grows by less than this. */
const SPARE_ROOM = 1.1;

/**
 * Brings sales together by series, as they come. To expect about as many as there are saves making room for them again
 * and again.
 */
export async function groupSales(
  index: SeriesIndex,
  seriesCount: number,
  read: (take: SaleSeriesHandler) => Promise<void>,
  expectedSales = 0,
): Promise<GroupedSales> {
  const columns = new GrowingColumns(Math.ceil(expectedSales * SPARE_ROOM));
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

/** Columns that make room as they are filled. */
class GrowingColumns implements SaleColumns {
  length = 0;
  day: Int32Array;
  priceCents: Int32Array;
  quantity: Int32Array;

  constructor(capacity: number) {
    this.day = new Int32Array(capacity);
    this.priceCents = new Int32Array(capacity);
    this.quantity = new Int32Array(capacity);
  }

  append(run: SaleSeries): void {
    const length = this.length + run.length;
    if (length > this.day.length) this.#grow(length);
    // Most runs are short: a view of each column would cost more than its copy.
    for (let from = 0, to = this.length; to < length; from++, to++) {
      this.day[to] = run.day[from]!;
      this.priceCents[to] = run.priceCents[from]!;
      this.quantity[to] = run.quantity[from]!;
    }
    this.length = length;
  }

  filled(): SaleColumns {
    return {
      day: this.day.subarray(0, this.length),
      priceCents: this.priceCents.subarray(0, this.length),
      quantity: this.quantity.subarray(0, this.length),
    };
  }

  #grow(atLeast: number): void {
    const capacity = 2 ** Math.ceil(Math.log2(atLeast));
    this.day = grown(this.day, capacity);
    this.priceCents = grown(this.priceCents, capacity);
    this.quantity = grown(this.quantity, capacity);
  }
}

function grown(column: Int32Array, capacity: number): Int32Array {
  const larger = new Int32Array(capacity);
  larger.set(column);
  return larger;
}
