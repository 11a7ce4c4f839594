import type { Cents, EpochDay } from '@brickmarket/domain';

/** Observed sales as columns: millions cost no objects. Those of one series are a slice, ordered by `compareSales`. */
export interface SaleColumns {
  readonly day: Int32Array;
  /** Per unit, in cents. */
  readonly priceCents: Int32Array;
  readonly quantity: Int32Array;
  /** Which source reported it, as any number; left out: all sales are of one source. */
  readonly source?: Int32Array;
}

/** One observed sale as a plain row. */
export interface SaleRow {
  readonly day: EpochDay;
  readonly priceCents: Cents;
  readonly quantity?: number;
  readonly source?: number;
}

/** The order of sales within a slice: oldest day first, then cheapest, then fewest. */
export function compareSales(a: SaleRow, b: SaleRow): number {
  return (
    a.day - b.day ||
    a.priceCents - b.priceCents ||
    (a.quantity ?? 1) - (b.quantity ?? 1) ||
    (a.source ?? 0) - (b.source ?? 0)
  );
}

/** Columns of slices, one after another, from rows in any order; a missing quantity is 1. */
export function saleColumnsFrom(slices: readonly (readonly SaleRow[])[]): Required<SaleColumns> {
  const sorted = slices.flatMap((rows) => rows.toSorted(compareSales));
  return {
    day: Int32Array.from(sorted, (row) => row.day),
    priceCents: Int32Array.from(sorted, (row) => row.priceCents),
    quantity: Int32Array.from(sorted, (row) => row.quantity ?? 1),
    source: Int32Array.from(sorted, (row) => row.source ?? 0),
  };
}

/** The first position in `[start, end)` whose day is later than `day`; `end` when there is none. */
export function firstAfterDay(sales: SaleColumns, start: number, end: number, day: EpochDay): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sales.day[middle]! > day) high = middle;
    else low = middle + 1;
  }
  return low;
}
