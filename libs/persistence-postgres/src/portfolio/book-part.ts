import {
  type Book,
  type BookedSale,
  type BookRows,
  type BookTable,
  type BookedHolding,
  MAX_ID,
  type RecordedEdit,
  type SaleLot,
} from '@brickmarket/domain';
import type { PartOfBook, StagedFile } from '@brickmarket/persistence-ports';
import { arrayText } from '../database/array-text.ts';
import { rowsOfColumns, wholeColumns } from '../database/whole-columns.ts';
import { columnsOf, fieldsOf, READ_RULES } from './book-rows.ts';
import type { BookStatement } from './book-transaction.ts';
import { changesOf } from './recorded-changes.ts';

const BRICKFOLIOS = `SELECT ${columnsOf('brickfolio', 'f')} FROM portfolio.brickfolio f WHERE f.account_id = $1`;
const HOLDING_COUNTS = `
SELECT brickfolio_id AS id, sum(holding_count)::integer AS holdings FROM portfolio.holding_block
WHERE account_id = $1 GROUP BY brickfolio_id`;

const HOLDING = `SELECT ${columnsOf('lot', 'h')}, h.set_number AS "setNumber"
FROM portfolio.holding h WHERE h.account_id = $1`;
export const SALE = `SELECT ${columnsOf('sale', 'p')}, s.set_number AS "setNumber"
FROM portfolio.sale p JOIN catalog.lego_set s ON s.id = p.set_id WHERE p.account_id = $1`;
const LINK = `SELECT ${columnsOf('saleLot', 'l')} FROM portfolio.sale_lot l WHERE l.account_id = $1`;

export const UNSOLD = `${HOLDING} AND h.set_id = $2 AND h.condition = $3 AND h.status <> 'sold' ORDER BY h.id`;
const ALL_HOLDINGS = wholeColumns(HOLDING, fieldsOf('lot'));
const HOLDINGS_OF_SETS = wholeColumns(`${HOLDING} AND h.set_id = ANY($2)`, fieldsOf('lot'));
const HOLDINGS_OF = wholeColumns(`${HOLDING} AND h.id = ANY($2)`, fieldsOf('lot'));
const ALL_SALES = wholeColumns(SALE, fieldsOf('sale'));
const SALES_OF = wholeColumns(`${SALE} AND p.id = ANY($2)`, fieldsOf('sale'));

// Includes all lots of a holding's sale, which determine its cost.
const LINKS_OF = `${LINK} AND (l.holding_id = ANY($2) OR l.sale_id = ANY($3) OR l.sale_id IN (
  SELECT o.sale_id FROM portfolio.sale_lot o WHERE o.account_id = $1 AND o.holding_id = ANY($2)))`;

const LINKS_OF_SETS = `${LINK} AND l.holding_id IN (
  SELECT h.id FROM portfolio.holding h WHERE h.account_id = $1 AND h.set_id = ANY($2))`;

export const EDIT_COLUMNS = `
e.id, e.at, e.kind, e.summary, e.undoes, (SELECT u.id FROM portfolio.edit u WHERE u.undoes = e.id) AS "undoneBy"`;
const FIND_EDIT = `
SELECT ${EDIT_COLUMNS}, e.changes FROM portfolio.edit e WHERE e.account_id = $1 AND e.id = $2`;

/** Requires the portfolio's lock. A staged collection is compared with the holdings of its sets. */
export async function readPart(
  own: BookStatement,
  accountId: number,
  part: PartOfBook,
  staged: StagedFile | null,
): Promise<Book> {
  const read = async <Row extends { id: number }>(name: string, text: string, ...values: readonly unknown[]) =>
    (await own<Row>(name, text, [accountId, ...values])).rows;
  const readMany = async <Row>(name: string, text: string, ...values: readonly unknown[]) =>
    rowsOfColumns<Row>((await own<Record<string, unknown[]>>(name, text, [accountId, ...values])).rows);
  const [found] =
    part.edit === undefined || part.edit > MAX_ID ? [] : await read<RecordedEdit>('find_edit', FIND_EDIT, part.edit);
  const edit = found === undefined ? null : { ...found, changes: changesOf(found.changes) };
  const changed = (table: BookTable): readonly number[] =>
    (edit?.changes ?? []).flatMap((change) => (change.table === table ? [(change.after ?? change.before)!.id] : []));
  const lots = [...(part.holdings ?? []), ...changed('lot'), ...changed('saleLot')].filter((id) => id <= MAX_ID);
  const sales = [...(part.sales ?? []), ...changed('sale')].filter((id) => id <= MAX_ID);
  const isOfSets = part.whole === 'collection' && staged !== null;
  const setIds = arrayText([...new Set(staged?.rows.flatMap(({ setId }) => setId ?? []))]);
  const isUseRead = part.use === true || part.edit !== undefined;
  const [brickfolio, links, unsold, counts, rules] = await Promise.all([
    read<BookRows['brickfolio']>('book_brickfolios', BRICKFOLIOS),
    part.whole === undefined
      ? lots.length + sales.length === 0
        ? []
        : read<SaleLot>('book_links_of', LINKS_OF, arrayText(lots), arrayText(sales))
      : isOfSets
        ? read<SaleLot>('book_links_of_sets', LINKS_OF_SETS, setIds)
        : read<SaleLot>('book_links', LINK),
    part.unsold === undefined
      ? []
      : read<BookedHolding>('book_unsold', UNSOLD, part.unsold.setId, part.unsold.condition),
    isUseRead ? read<{ id: number; holdings: number }>('book_counts', HOLDING_COUNTS) : [],
    isUseRead ? read<BookRows['rule']>('book_rules', READ_RULES) : [],
  ]);
  const lotIds = [...lots, ...(part.whole === 'collection' ? [] : links.map(({ id }) => id))];
  const saleIds = [...sales, ...(part.whole === 'collection' ? [] : links.map(({ saleId }) => saleId))];
  const readNumbered = async <Row>(name: string, text: string, ids: readonly number[]) =>
    ids.length === 0 ? [] : readMany<Row>(name, text, arrayText(ids));
  const [lot, sale] = await Promise.all([
    part.whole === 'collection'
      ? isOfSets
        ? readMany<BookedHolding>('book_lots_of_sets', HOLDINGS_OF_SETS, setIds)
        : readMany<BookedHolding>('book_lots', ALL_HOLDINGS)
      : readNumbered<BookedHolding>('book_lots_of', HOLDINGS_OF, lotIds),
    part.whole === 'sales'
      ? readMany<BookedSale>('book_sales', ALL_SALES)
      : readNumbered<BookedSale>('book_sales_of', SALES_OF, saleIds),
  ]);
  return {
    brickfolio: byId(brickfolio),
    rule: byId(rules),
    lot: byId([...unsold, ...lot]),
    sale: byId(sale),
    saleLot: byId(links),
    holdingCounts: new Map(counts.map(({ id, holdings }) => [id, holdings])),
    edit,
  };
}

function byId<Row extends { readonly id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
