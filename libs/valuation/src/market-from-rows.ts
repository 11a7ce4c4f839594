import type { ItemFacts, ItemSeries, Market, SeriesKind } from './market.ts';
import { saleColumnsFrom, type SaleRow } from './sale-columns.ts';

/** One item with its sales by market, as plain rows: `sealed` and `used` of a set, or `minifig`. */
export interface ItemRows {
  readonly facts: ItemFacts;
  readonly sales: Readonly<Partial<Record<SeriesKind, readonly SaleRow[]>>>;
}

/** A market from plain rows, a series for each list of sales (empty ones too), in the order sealed, used, minifig. */
export function marketFromRows(items: readonly ItemRows[]): Market {
  const series: ItemSeries[] = [];
  const slices: ReturnType<typeof saleColumnsFrom>[] = [];
  let end = 0;
  for (const { facts, sales } of items) {
    let sealedSeries: number | null = null;
    for (const kind of ['sealed', 'used', 'minifig'] as const) {
      const rows = sales[kind];
      if (rows === undefined) continue;
      slices.push(saleColumnsFrom(rows));
      series.push({
        kind,
        facts,
        start: end,
        end: (end += rows.length),
        sealedSeries: kind === 'used' ? sealedSeries : null,
      });
      if (kind === 'sealed') sealedSeries = series.length - 1;
    }
  }
  return {
    series,
    sales: {
      day: joined(slices.map((s) => s.day)),
      priceCents: joined(slices.map((s) => s.priceCents)),
      quantity: joined(slices.map((s) => s.quantity)),
    },
  };
}

function joined(columns: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(columns.reduce((size, column) => size + column.length, 0));
  let at = 0;
  for (const column of columns) {
    all.set(column, at);
    at += column.length;
  }
  return all;
}
