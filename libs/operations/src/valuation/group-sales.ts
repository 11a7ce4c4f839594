import type { Condition } from '@brickmarket/domain';
import type { SaleBlock } from '@brickmarket/persistence-ports';
import type { SaleColumns } from '@brickmarket/valuation';
import { sortSales } from './sort-sales.ts';

/** The sales of series 0, 1, 2, ... one after the other, each in the order of `compareSales`; those of s are `[start[s], start[s + 1])`. */
export interface GroupedSales {
  readonly sales: SaleColumns;
  readonly start: Int32Array;
}

/** Says which series the sales of an item in one condition belong to. Several may share one. */
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
    this.#seriesOfMarket[2 * itemId + (condition === 'used' ? 1 : 0)] = series;
  }

  /** The series of a block's market number; -1 when it belongs to none. */
  find(market: number): number {
    return this.#seriesOfMarket[market] ?? -1;
  }
}

/** Brings sales that come in any order together by series: counted as they arrive, then each put into its place. */
export async function groupSales(index: SeriesIndex, seriesCount: number, read: (take: (block: SaleBlock) => void) => Promise<void>): Promise<GroupedSales> {
  const kept: SaleBlock[] = [];
  const start = new Int32Array(seriesCount + 1);
  await read((block) => {
    kept.push(block);
    for (let i = 0; i < block.length; i++) {
      const series = index.find(block.market[i]!);
      if (series >= 0) start[series + 1]!++;
    }
  });
  for (let series = 0; series < seriesCount; series++) start[series + 1]! += start[series]!;
  const sales = scattered(kept, index, start);
  for (let series = 0; series < seriesCount; series++) sortSales(sales, start[series]!, start[series + 1]!);
  return { sales, start };
}

function scattered(blocks: SaleBlock[], index: SeriesIndex, start: Int32Array): SaleColumns {
  const size = start.at(-1)!;
  const sales = { day: new Int32Array(size), priceCents: new Int32Array(size), quantity: new Int32Array(size) };
  const next = start.slice();
  // The oldest first, so that feeds in order of time leave little to sort; each is let go as soon as it is done with.
  for (let block = blocks.shift(); block !== undefined; block = blocks.shift()) {
    for (let i = 0; i < block.length; i++) {
      const series = index.find(block.market[i]!);
      if (series < 0) continue;
      const at = next[series]!++;
      sales.day[at] = block.day[i]!;
      sales.priceCents[at] = block.priceCents[i]!;
      sales.quantity[at] = block.quantity[i]!;
    }
  }
  return sales;
}
