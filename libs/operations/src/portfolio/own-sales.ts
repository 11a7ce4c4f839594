import { epochDayOf, formatIsoDay } from '@brickmarket/domain';
import { type CsvFormat, csvText, usdCell } from '@brickmarket/feeds';
import {
  type GroupTotals,
  type HoldingTerm,
  type SalesTotals,
  salesTotals,
  type TaxLine,
  type TaxTotals,
  taxTotals,
  taxYearLines,
  totalsByMonth,
  totalsByPlatform,
  setConditionKey,
} from '@brickmarket/portfolio';
import type { BookArea } from './own-book.ts';

export interface LedgerTotals {
  readonly all: SalesTotals;
  readonly months: readonly GroupTotals<number>[];
  readonly platforms: readonly GroupTotals<string>[];
  readonly years: readonly number[];
}

export async function addUpLedger({ book }: BookArea, accountId: number): Promise<LedgerTotals> {
  const sales = await book.listSales(accountId);
  const years = new Set(sales.map(({ saleDay }) => Number(formatIsoDay(saleDay).slice(0, 4))));
  return {
    all: salesTotals(sales),
    months: totalsByMonth(sales),
    platforms: totalsByPlatform(sales),
    years: [...years].toSorted((a, b) => b - a),
  };
}

const UNKNOWN = 'unknown';

export interface TitledTaxLine extends TaxLine {
  readonly title: string;
}

const TAX_CSV: CsvFormat<TitledTaxLine> = {
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
    'title',
    'holding_period',
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
    line.title,
    line.term,
  ],
};

export interface TaxReport {
  readonly lines: readonly TitledTaxLine[];
  readonly all: TaxTotals;
  readonly terms: readonly { readonly term: HoldingTerm; readonly totals: TaxTotals }[];
}

const TERMS: readonly HoldingTerm[] = ['short', 'long', 'unknown'];

export async function readTaxReport(area: BookArea, accountId: number, year: number): Promise<TaxReport> {
  const lines = await titledLines(area, accountId, year);
  const terms = TERMS.map((term) => ({ term, totals: taxTotals(lines.filter((line) => line.term === term)) }));
  return { lines, all: taxTotals(lines), terms: terms.filter(({ totals }) => totals.lines > 0) };
}

/** One line per lot, in chunks. */
export async function* reportTaxYear(area: BookArea, accountId: number, year: number): AsyncGenerator<string> {
  yield* csvText(TAX_CSV, await titledLines(area, accountId, year));
}

async function titledLines(area: BookArea, accountId: number, year: number): Promise<readonly TitledTaxLine[]> {
  const { sales, sold } = await area.book.readLedger(accountId);
  const bySale = new Map<number, (typeof sold)[number][]>();
  for (const copies of sold) {
    const group = bySale.get(copies.saleId);
    if (group === undefined) bySale.set(copies.saleId, [copies]);
    else group.push(copies);
  }
  const lines = taxYearLines(year, sales, (saleId) => bySale.get(saleId) ?? []);
  const setOf = new Map(sales.map(({ id, setId }) => [id, { setId, condition: 'sealed' as const }]));
  const sets = await area.sets.read(
    lines.map(({ saleId }) => setOf.get(saleId)!),
    epochDayOf(await area.storeClock.now()),
  );
  const titleOf = (saleId: number): string => sets.get(setConditionKey(setOf.get(saleId)!))!.title;
  return lines.map((line) => ({ ...line, title: titleOf(line.saleId) }));
}
