import type { SaleColumns } from '@brickmarket/valuation';

/** Gaps of Ciura, which leave little to do for each pass. */
const GAPS = [701, 301, 132, 57, 23, 10, 4, 1] as const;

/**
 * Puts the sales in `[start, end)` into the order of `compareSales`, in place. Feeds come mostly in order of time, and what
 * is in order already costs one look.
 */
export function sortSales({ day, priceCents, quantity }: SaleColumns, start: number, end: number): void {
  for (const gap of GAPS) {
    for (let i = start + gap; i < end; i++) {
      const d = day[i]!;
      const p = priceCents[i]!;
      const q = quantity[i]!;
      let at = i;
      for (; at >= start + gap && isAfter(day[at - gap]! - d, priceCents[at - gap]! - p, quantity[at - gap]! - q); at -= gap) {
        day[at] = day[at - gap]!;
        priceCents[at] = priceCents[at - gap]!;
        quantity[at] = quantity[at - gap]!;
      }
      day[at] = d;
      priceCents[at] = p;
      quantity[at] = q;
    }
  }
}

function isAfter(days: number, cents: number, pieces: number): boolean {
  return days > 0 || (days === 0 && (cents > 0 || (cents === 0 && pieces > 0)));
}
