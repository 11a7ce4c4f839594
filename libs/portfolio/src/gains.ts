import {
  type BookedSale,
  type Cents,
  type EpochDay,
  type EpochMonth,
  formatIsoDay,
  monthOfDay,
  type Sale,
  type SoldCopies,
} from '@brickmarket/domain';
import { exactCents } from './holding-valuation.ts';
import { saleResult } from './portfolio-totals.ts';

/** Amounts that need a cost exclude sales of unknown cost and count them. */
export interface SalesTotals {
  readonly sales: number;
  readonly copies: number;
  readonly grossCents: Cents;
  /** Platform fees, payment fees and shipping. */
  readonly feesCents: Cents;
  readonly netCents: Cents;
  /** Null: no cost of any sale is known. */
  readonly costCents: Cents | null;
  /** Realized gain of sales with a known cost; null: none. */
  readonly profitCents: Cents | null;
  readonly salesOfUnknownCost: number;
}

/** Adds up sales. */
export function salesTotals(sales: Iterable<Sale>): SalesTotals {
  const sums = { sales: 0, copies: 0, grossCents: 0, feesCents: 0, netCents: 0, salesOfUnknownCost: 0 };
  let [costCents, profitCents] = [0, 0];
  for (const sale of sales) {
    const { netCents, profitCents: profit } = saleResult(sale);
    sums.sales++;
    sums.copies += sale.quantity;
    sums.grossCents = exactCents(sums.grossCents + sale.grossCents);
    sums.netCents = exactCents(sums.netCents + netCents);
    sums.feesCents = exactCents(sums.feesCents + sale.grossCents - netCents);
    if (profit === null) sums.salesOfUnknownCost++;
    else {
      costCents = exactCents(costCents + sale.costBasisCents!);
      profitCents = exactCents(profitCents + profit);
    }
  }
  const isUnknown = sums.sales > 0 && sums.sales === sums.salesOfUnknownCost;
  return { ...sums, costCents: isUnknown ? null : costCents, profitCents: isUnknown ? null : profitCents };
}

/** The totals of one group of sales. */
export interface GroupTotals<Key> extends SalesTotals {
  readonly key: Key;
}

/** Newest first. */
export function totalsByMonth(sales: readonly Sale[]): readonly GroupTotals<EpochMonth>[] {
  return groupTotals(sales, ({ saleDay }) => monthOfDay(saleDay)).toSorted((a, b) => b.key - a.key);
}

/** Totals by platform, by name. */
export function totalsByPlatform(sales: readonly Sale[]): readonly GroupTotals<string>[] {
  return groupTotals(sales, ({ platform }) => platform).toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

function groupTotals<Key>(sales: readonly Sale[], keyOf: (sale: Sale) => Key): GroupTotals<Key>[] {
  const groups = new Map<Key, Sale[]>();
  for (const sale of sales) {
    const key = keyOf(sale);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [sale]);
    else group.push(sale);
  }
  return Array.from(groups, ([key, group]) => ({ key, ...salesTotals(group) }));
}

/** Divides an amount by weights: the parts add up, each within a cent of its exact share. */
export function allocate(cents: Cents, weights: readonly number[]): readonly Cents[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let passed = 0;
  let given = 0;
  return weights.map((weight) => {
    passed += weight;
    const until = Math.round((cents * passed) / total);
    const part = until - given;
    given = until;
    return part === 0 ? 0 : part;
  });
}

/** `long`: more than a year. */
export type HoldingTerm = 'short' | 'long' | 'unknown';

/** Long from the day after the anniversary. Unknown without a purchase day. */
export function holdingTerm(acquiredDay: EpochDay | null, soldDay: EpochDay): HoldingTerm {
  if (acquiredDay === null) return 'unknown';
  const [year, rest] = [Number(formatIsoDay(acquiredDay).slice(0, 4)), formatIsoDay(acquiredDay).slice(4)];
  // February 29 of a common year is compared as text, between February 28 and March 1.
  return formatIsoDay(soldDay) > `${year + 1}${rest}` ? 'long' : 'short';
}

/** Basis and gain exclude lines of unknown basis and count them. */
export interface TaxTotals {
  readonly lines: number;
  readonly quantity: number;
  readonly proceedsCents: Cents;
  readonly feesCents: Cents;
  readonly basisCents: Cents;
  readonly gainCents: Cents;
  readonly linesOfUnknownBasis: number;
}

/** Adds up lines of a tax-year report. */
export function taxTotals(lines: Iterable<TaxLine>): TaxTotals {
  const sums = { lines: 0, quantity: 0, proceedsCents: 0, feesCents: 0, basisCents: 0, gainCents: 0 };
  let linesOfUnknownBasis = 0;
  for (const line of lines) {
    sums.lines++;
    sums.quantity += line.quantity;
    sums.proceedsCents = exactCents(sums.proceedsCents + line.proceedsCents);
    sums.feesCents = exactCents(sums.feesCents + line.feesCents);
    if (line.basisCents === null || line.gainCents === null) linesOfUnknownBasis++;
    else {
      sums.basisCents = exactCents(sums.basisCents + line.basisCents);
      sums.gainCents = exactCents(sums.gainCents + line.gainCents);
    }
  }
  return { ...sums, linesOfUnknownBasis };
}

/** One line of a tax-year report: copies of one lot sold in one sale. */
export interface TaxLine {
  readonly setNumber: string;
  readonly term: HoldingTerm;
  readonly quantity: number;
  readonly acquiredDay: EpochDay | null;
  readonly soldDay: EpochDay;
  readonly basisCents: Cents | null;
  /** Share of the gross proceeds; `feesCents` likewise. */
  readonly proceedsCents: Cents;
  readonly feesCents: Cents;
  /** Proceeds less fees and basis; null: unknown basis. */
  readonly gainCents: Cents | null;
  /** `recorded`: a sale without lots, with the basis as entered. */
  readonly method: SoldCopies['method'] | 'recorded';
  readonly platform: string;
  readonly saleId: number;
  readonly lotId: number | null;
}

/** A sale with its number, by which copies refer to it. */
export type NumberedSale = Sale & Pick<BookedSale, 'id'>;

/** One line per lot, by day and id. Proceeds and fees are divided by copies, so lines add up to the sale. */
export function taxYearLines(
  year: number,
  sales: readonly NumberedSale[],
  copiesOf: (saleId: number) => readonly SoldCopies[],
): readonly TaxLine[] {
  return sales
    .filter(({ saleDay }) => formatIsoDay(saleDay).startsWith(`${String(year).padStart(4, '0')}-`))
    .toSorted((a, b) => a.saleDay - b.saleDay || a.id - b.id)
    .flatMap((sale) => saleLines(sale, copiesOf(sale.id)));
}

function saleLines(sale: NumberedSale, copies: readonly SoldCopies[]): readonly TaxLine[] {
  const feesCents = sale.grossCents - saleResult(sale).netCents;
  const parts = copies.length === 0 ? [sale.quantity] : copies.map(({ quantity }) => quantity);
  const proceeds = allocate(sale.grossCents, parts);
  const fees = allocate(feesCents, parts);
  return parts.map((quantity, index) => {
    const lot = copies[index];
    const unitCost = lot?.unitCostCents ?? null;
    const lotBasis = unitCost === null ? null : exactCents(unitCost * quantity);
    const basisCents = lot === undefined ? sale.costBasisCents : lotBasis;
    return {
      setNumber: sale.setNumber,
      quantity,
      term: holdingTerm(lot?.acquiredDay ?? null, sale.saleDay),
      acquiredDay: lot?.acquiredDay ?? null,
      soldDay: sale.saleDay,
      basisCents,
      proceedsCents: proceeds[index]!,
      feesCents: fees[index]!,
      gainCents: basisCents === null ? null : proceeds[index]! - fees[index]! - basisCents,
      method: lot?.method ?? 'recorded',
      platform: sale.platform,
      saleId: sale.id,
      lotId: lot?.lotId ?? null,
    };
  });
}
