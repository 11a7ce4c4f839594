import { marketSalesCsv, type CsvCell } from '@brickmarket/feeds';
import type { SourceRows } from '../shared/source.ts';
import type { GuideRow } from './price-guide.ts';

/** The guide claims six months; older rows leak in. */
const WINDOW_MONTHS = 6;
const FOUR_PLACES = /^(\d{1,9})\.(\d\d)(\d\d)$/;

export interface MappedSales {
  readonly rows: Extract<SourceRows, { readonly header: readonly string[] }>;
  readonly newest: Date | null;
}

/**
 * Rows of the guide have no id: item, condition, millisecond and quantity are one, with the place among equal rows. Two
 * equal rows are two sales. The price is no part: it may drift with the rate of the day. Rows that cannot be read reach
 * the import as they are, which rejects them.
 */
export function mapSales(item: string, guide: readonly GuideRow[], now: Date): MappedSales {
  const [type, no, condition] = item.split('/') as [string, string, string];
  const windowStart = new Date(now);
  windowStart.setUTCMonth(windowStart.getUTCMonth() - WINDOW_MONTHS);
  const equal = new Map<string, number>();
  const rows: CsvCell[][] = [];
  let newest: Date | null = null;
  for (const { ordered, price, quantity, soldAt } of guide.map(readRow).toSorted(byTimeAndPrice)) {
    if (soldAt !== null && (soldAt < windowStart || soldAt > now)) continue;
    if (soldAt !== null && (newest === null || soldAt > newest)) newest = soldAt;
    const key = `bl:${type}:${no}:${condition}:${soldAt?.getTime() ?? ordered}:${quantity}`;
    const place = (equal.get(key) ?? 0) + 1;
    equal.set(key, place);
    rows.push([
      type === 'SET' ? 'set' : 'minifig',
      no,
      condition === 'N' ? 'sealed' : 'used',
      ordered,
      inCents(price),
      quantity,
      'bricklink',
      `${key}:${place}`,
      null,
    ]);
  }
  return { rows: { kind: 'sales', header: marketSalesCsv.header, rows }, newest };
}

interface ReadRow {
  readonly ordered: string;
  readonly soldAt: Date | null;
  readonly price: string;
  readonly quantity: string;
}

function readRow({ date_ordered: date, unit_price: price, quantity }: GuideRow): ReadRow {
  const ordered = textOf(date);
  const time = Date.parse(ordered);
  return {
    ordered,
    soldAt: Number.isNaN(time) ? null : new Date(time),
    price: textOf(price),
    quantity: textOf(quantity),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Equal rows keep their places whatever the order of the answer. */
function byTimeAndPrice(a: ReadRow, b: ReadRow): number {
  const keys = ({ soldAt, quantity, price }: ReadRow) => [soldAt?.getTime() ?? 0, Number(quantity), Number(price)];
  const others = keys(b);
  return (
    keys(a)
      .map((key, index) => key - others[index]!)
      .find((difference) => difference !== 0) || 0
  );
}

/** By digits, half up. */
function inCents(price: string): string {
  const places = FOUR_PLACES.exec(price);
  if (places === null) return price;
  const [, dollars, cents, rest] = places as unknown as [string, string, string, string];
  const total = String(Number(dollars + cents) + (Number(rest) >= 50 ? 1 : 0)).padStart(3, '0');
  return `${total.slice(0, -2)}.${total.slice(-2)}`;
}
