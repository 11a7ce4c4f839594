import type { SaleColumns } from '@brickmarket/valuation';

/** Gaps of Ciura, which leave little to do for each pass; the last, of neighbours, comes by itself. */
const GAPS = [701, 301, 132, 57, 23, 10, 4] as const;

/**
 * Puts the sales in `[start, end)` into the order of `compareSales`, in place. They come by day as a rule, which leaves
 * only those of the same day to be put in order.
 */
export function sortSales(sales: SaleColumns, start: number, end: number): void {
  if (!isByDay(sales.day, start, end)) for (const gap of GAPS) insertAtGap(sales, start, end, gap);
  insertAtGap(sales, start, end, 1);
}

function isByDay(day: Int32Array, start: number, end: number): boolean {
  for (let i = start + 1; i < end; i++) if (day[i - 1]! > day[i]!) return false;
  return true;
}

/** Insertion sort of every so-many-th sale. */
function insertAtGap({ day, priceCents, quantity }: SaleColumns, start: number, end: number, gap: number): void {
  for (let i = start + gap; i < end; i++) {
    const d = day[i]!;
    if (day[i - gap]! < d) continue;
    const p = priceCents[i]!;
    const q = quantity[i]!;
    let at = i;
    for (
      ;
      at >= start + gap && isAfter(day[at - gap]! - d, priceCents[at - gap]! - p, quantity[at - gap]! - q);
      at -= gap
    ) {
      day[at] = day[at - gap]!;
      priceCents[at] = priceCents[at - gap]!;
      quantity[at] = quantity[at - gap]!;
    }
    if (at === i) continue;
    day[at] = d;
    priceCents[at] = p;
    quantity[at] = q;
  }
}

function isAfter(days: number, cents: number, pieces: number): boolean {
  return days > 0 || (days === 0 && (cents > 0 || (cents === 0 && pieces > 0)));
}
