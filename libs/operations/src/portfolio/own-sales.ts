import { type BookedSale, ConflictError, formatIsoDay, InvalidInputError, type Sale } from '@brickmarket/domain';
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
import { type BookArea, commit, type DoneEdit, getSet, getVersion, requireSale } from './own-book.ts';

/** Records a sale of copies that are not in the collection; its cost is what the owner says, or unknown. */
export async function addSale(area: BookArea, accountId: number, sale: Sale): Promise<DoneEdit> {
  requireSale(sale);
  const { setId, setNumber } = await getSet(area, sale.setNumber);
  const [id] = await area.book.reserveIds('sale', 1);
  const booked: BookedSale = { ...sale, setNumber, setId, id: id!, version: 1 };
  const summary = `Recorded a sale of ${sale.quantity} × ${setNumber} on ${sale.platform}`;
  return commit(area, accountId, 'sale_added', summary, [{ table: 'sale', before: null, after: booked }]);
}

/** Changes a line of the ledger. Quantity and cost of a sale that took copies follow from them and cannot be given. */
export async function editSale(
  area: BookArea,
  accountId: number,
  based: { readonly id: number; readonly version: number },
  facts: Partial<Omit<Sale, 'setNumber'>>,
): Promise<DoneEdit> {
  const sale = await getVersion(area, accountId, 'sale', based);
  const after: BookedSale = { ...sale, ...facts, version: sale.version + 1 };
  requireSale(after);
  const links = await area.book.listLotsOfSale(accountId, sale.id);
  if (links.length > 0) {
    if (after.quantity !== sale.quantity || after.costBasisCents !== sale.costBasisCents)
      throw new ConflictError('Quantity and cost of this sale follow from the copies that were sold.');
    const { lot: lots } = await area.book.read(accountId, { lot: links.map(({ id }) => id) });
    for (const { purchaseDay } of lots.values())
      if (purchaseDay !== null && purchaseDay > after.saleDay)
        throw new InvalidInputError(
          `Copies bought on ${formatIsoDay(purchaseDay)} cannot have been sold on ${formatIsoDay(after.saleDay)}.`,
        );
  }
  const summary = `Edited the sale of ${after.quantity} × ${after.setNumber} on ${after.platform}`;
  return commit(area, accountId, 'sale_edited', summary, [{ table: 'sale', before: sale, after }]);
}

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
  const [sales, sold] = await Promise.all([book.listSales(accountId), book.listSoldCopies(accountId)]);
  const bySale = new Map<number, (typeof sold)[number][]>();
  for (const copies of sold) bySale.set(copies.saleId, [...(bySale.get(copies.saleId) ?? []), copies]);
  yield* csvText(
    TAX_CSV,
    taxYearLines(year, sales, (saleId) => bySale.get(saleId) ?? []),
  );
}
