import { formatIsoDay } from '@brickmarket/domain';
import { type CsvFormat, csvText, usdCell } from '@brickmarket/feeds';
import {
  type GroupTotals,
  type SalesTotals,
  salesTotals,
  type TaxLine,
  taxYearLines,
  totalsByMonth,
  totalsByPlatform,
} from '@brickmarket/portfolio';
import type { BookArea } from './own-book.ts';

/** The ledger added up. */
export interface LedgerTotals {
  readonly all: SalesTotals;
  readonly months: readonly GroupTotals<number>[];
  readonly platforms: readonly GroupTotals<string>[];
  /** Calendar years with sales, newest first. */
  readonly years: readonly number[];
}

/** Totals of an account's sales, by month and by platform. */
export async function addUpLedger({ book }: BookArea, accountId: number): Promise<LedgerTotals> {
  const { sales } = await book.readLedger(accountId);
  const years = new Set(sales.map(({ saleDay }) => Number(formatIsoDay(saleDay).slice(0, 4))));
  return {
    all: salesTotals(sales),
    months: totalsByMonth(sales),
    platforms: totalsByPlatform(sales),
    years: [...years].toSorted((a, b) => b - a),
  };
}

const UNKNOWN = 'unknown';

const TAX_CSV: CsvFormat<TaxLine> = {
  header: [
    'set_number',
    'quantity',
    'acquired',
    'sold',
    'basis_usd',
    'proceeds_usd',
    'fees_usd',
    'gain_usd',
    'method',
    'platform',
    'sale_id',
    'lot_id',
  ],
  cells: (line) => [
    line.setNumber,
    line.quantity,
    line.acquiredDay === null ? UNKNOWN : formatIsoDay(line.acquiredDay),
    formatIsoDay(line.soldDay),
    usdCell(line.basisCents) ?? UNKNOWN,
    usdCell(line.proceedsCents),
    usdCell(line.feesCents),
    usdCell(line.gainCents) ?? UNKNOWN,
    line.method === 'fifo' ? 'FIFO' : line.method,
    line.platform,
    line.saleId,
    line.lotId,
  ],
};

/** The sales of a calendar year as CSV, a line for each lot, in chunks. */
export async function* reportTaxYear({ book }: BookArea, accountId: number, year: number): AsyncGenerator<string> {
  const { sales, sold } = await book.readLedger(accountId);
  const bySale = new Map<number, (typeof sold)[number][]>();
  for (const copies of sold) bySale.set(copies.saleId, [...(bySale.get(copies.saleId) ?? []), copies]);
  yield* csvText(
    TAX_CSV,
    taxYearLines(year, sales, (saleId) => bySale.get(saleId) ?? []),
  );
}
