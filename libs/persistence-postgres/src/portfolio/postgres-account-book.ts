import {
  type BookedSale,
  type Book,
  type BookRows,
  type Condition,
  type EpochDay,
  type Holding,
  type BookedHolding,
  type RecordedEdit,
  type Sale,
  setChangedBy,
} from '@brickmarket/domain';
import {
  AccountBook,
  type BookableSet,
  type BookDecision,
  type BookedSalePage,
  type BookOverview,
  type CopiesOfSale,
  type Ledger,
  type ListedBrickfolio,
  type ListedSale,
  type HoldingFilter,
  type HoldingPage,
  type HoldingQuery,
  type PartOfBook,
  type SaleOrder,
  type SaleQuery,
  type StagedFile,
  type StoredHolding,
  type SummedHoldings,
} from '@brickmarket/persistence-ports';
import { type Database, type PrivateStatement, readSnapshotAsAccount } from '../database/database.ts';
import { streamAsAccount } from '../database/stream-rows.ts';
import { rowsOfColumns, wholeColumns } from '../database/whole-columns.ts';
import { markUndone, readStagedFile, writeStagedOutcome } from '../staged-import/staged-file.ts';
import { EDIT_COLUMNS, readPart, SALE, UNSOLD } from './book-part.ts';
import { columnsOf, fieldsOf, recordColumns, StaleRow, writeChanges } from './book-rows.ts';
import { type BookStatement, inBook } from './book-transaction.ts';
import { addUpHoldings, readHoldingPage } from './listed-holdings.ts';
import { numberRows } from './number-rows.ts';
import { READ_OVERVIEW, type OverviewRow, unsoldOf } from './postgres-brickfolios.ts';
import { changesOf, recordedChanges } from './recorded-changes.ts';

const LIST_THEMES = `
SELECT DISTINCT s.theme FROM portfolio.holding h JOIN catalog.lego_set s ON s.id = h.set_id
WHERE h.account_id = $1 ORDER BY s.theme`;

const LIST_BRICKFOLIOS = `
SELECT ${columnsOf('brickfolio', 'f')}, coalesce((
  SELECT sum(b.holding_count) FROM portfolio.holding_block b WHERE b.account_id = $1 AND b.brickfolio_id = f.id
), 0)::integer AS "holdingCount"
FROM portfolio.brickfolio f WHERE f.account_id = $1 ORDER BY f.is_default DESC, f.id`;

const MATCHING_SALES = `
FROM portfolio.sale p JOIN catalog.lego_set s ON s.id = p.set_id
WHERE p.account_id = $1 AND ($2::text IS NULL OR strpos(lower(s.set_number || ' ' || s.title), lower($2)) > 0)
  AND ($3::text IS NULL OR p.platform = $3) AND ($4::integer IS NULL OR extract(year FROM p.sale_date) = $4)`;

const NET = '(p.gross_cents::bigint - p.platform_fees_cents - p.payment_fees_cents - p.shipping_cents)';
const PROFIT = `(${NET} - p.cost_basis_cents)`;
const SALE_ORDER: Readonly<Record<SaleOrder, string>> = {
  sale_date: 'p.sale_date',
  set_number: 's.set_number',
  platform: 'p.platform',
  quantity: 'p.quantity',
  net: NET,
  profit: PROFIT,
  roi: `CASE WHEN p.cost_basis_cents = 0 THEN 0 ELSE ${PROFIT}::numeric / p.cost_basis_cents END`,
};

const COUNT_SALES = `SELECT count(*)::integer AS total ${MATCHING_SALES}`;

function listSalePage(order: SaleOrder, descending: boolean): string {
  const direction = descending ? 'DESC' : 'ASC';
  return `
SELECT ${columnsOf('sale', 'p')}, s.set_number AS "setNumber", s.title,
  (SELECT count(*)::integer FROM portfolio.sale_lot l WHERE l.account_id = $1 AND l.sale_id = p.id) AS "lotCount"
${MATCHING_SALES} ORDER BY ${SALE_ORDER[order]} ${direction} NULLS LAST, p.id ${direction} LIMIT $5 OFFSET $6`;
}

const LIST_SALES = wholeColumns(`${SALE} ORDER BY p.sale_date, p.id`, fieldsOf('sale'));

const LIST_SOLD_COPIES = wholeColumns(
  `
SELECT l.holding_id AS "lotId", l.sale_id AS "saleId", l.method, h.quantity, h.condition, h.set_id AS "setId",
       h.purchase_price_cents AS "unitCostCents", h.purchase_date - date '1970-01-01' AS "acquiredDay"
FROM portfolio.sale_lot l JOIN portfolio.holding h ON h.id = l.holding_id AND h.account_id = l.account_id
WHERE l.account_id = $1 ORDER BY l.sale_id, l.holding_id`,
  ['lotId', 'saleId', 'method', 'quantity', 'condition', 'setId', 'unitCostCents', 'acquiredDay'],
);

const selectHoldings = (accountId: number): string => `
SELECT h.set_number AS "setNumber", ${recordColumns('lot', 'h')}, f.name AS brickfolio
FROM portfolio.holding h JOIN portfolio.brickfolio f ON f.account_id = h.account_id AND f.id = h.brickfolio_id
WHERE h.account_id = ${accountId} ORDER BY h.brickfolio_id, h.set_number, h.id`;

const selectSales = (accountId: number): string => `
SELECT s.set_number AS "setNumber", ${recordColumns('sale', 'p')}
FROM portfolio.sale p JOIN catalog.lego_set s ON s.id = p.set_id
WHERE p.account_id = ${accountId} ORDER BY p.sale_date, p.id`;

const FIND_SET = `
SELECT id AS "setId", set_number AS "setNumber", title FROM catalog.lego_set WHERE set_number = $1`;

/** Larger edits are not read for a list. */
const LISTED_BYTES = 8_192;
const LIST_EDITS = `
SELECT ${EDIT_COLUMNS},
  CASE WHEN pg_column_size(e.changes) <= ${LISTED_BYTES} THEN e.changes ELSE '[]' END AS changes
FROM portfolio.edit e WHERE e.account_id = $1 ORDER BY e.id DESC LIMIT $2`;
const ADD_EDIT = `
INSERT INTO portfolio.edit (account_id, kind, summary, changes, undoes) VALUES ($1, $2, $3, $4, $5) RETURNING id`;

/** Retries after StaleRow: renamed sets and edited rules are outside the lock. */
const ATTEMPTS = 3;
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

export class PostgresAccountBook extends AccountBook {
  constructor(private readonly database: Database) {
    super();
  }

  async change(
    accountId: number,
    part: PartOfBook,
    decide: (book: Book, staged: StagedFile | null) => BookDecision | Promise<BookDecision>,
  ): Promise<number | null> {
    for (let attempt = 1; ; attempt++)
      try {
        return await inBook(this.database, accountId, async (own) => {
          const staged = part.staged === undefined ? null : await readStagedFile(own, accountId, part.staged);
          return write(own, accountId, staged, await decide(await readPart(own, accountId, part, staged), staged));
        });
      } catch (error) {
        if (!isStale(error) || attempt === ATTEMPTS) throw error;
      }
  }

  listHoldings(accountId: number, query: HoldingQuery): Promise<HoldingPage | null> {
    return this.#asAccount(accountId, (statement) => readHoldingPage(statement, accountId, query));
  }

  addUpHoldings(accountId: number, filter: HoldingFilter, today: EpochDay): Promise<SummedHoldings | null> {
    return this.#asAccount(accountId, (statement) => addUpHoldings(statement, accountId, filter, today));
  }

  async listThemes(accountId: number): Promise<readonly string[]> {
    const rows = await this.#read<{ theme: string }>(accountId, 'list_book_themes', LIST_THEMES);
    return rows.map(({ theme }) => theme);
  }

  listUnsold(accountId: number, setId: number, condition: Condition): Promise<readonly BookedHolding[]> {
    return this.#read(accountId, 'list_unsold_lots', UNSOLD, setId, condition);
  }

  async listBrickfolios(accountId: number): Promise<readonly ListedBrickfolio[]> {
    return (await this.#read<ListedBrickfolioRow>(accountId, 'list_book', LIST_BRICKFOLIOS)).map(listedBrickfolio);
  }

  listSalePage(accountId: number, query: SaleQuery): Promise<BookedSalePage> {
    const { text, platform, year, order, descending, limit, offset } = query;
    const filters = [accountId, text, platform, year];
    const name = `list_sale_page_${order}_${descending ? 'down' : 'up'}`;
    return this.#asAccount(accountId, async (statement) => {
      const [[count], rows] = await Promise.all([
        statement<{ total: number }>('count_sales', COUNT_SALES, filters),
        statement<BookedSale & Omit<ListedSale, 'sale'>>(name, listSalePage(order, descending), [
          ...filters,
          limit,
          offset,
        ]),
      ]);
      const sales = rows.map(({ title, lotCount, ...sale }) => ({ sale, title, lotCount }));
      return { total: count!.total, sales };
    });
  }

  async *streamHoldings(accountId: number): AsyncGenerator<readonly StoredHolding[]> {
    for await (const rows of streamAsAccount<Holding & { brickfolio: string }>(
      this.database,
      accountId,
      selectHoldings,
    ))
      yield rows.map(({ brickfolio, ...holding }) => ({ brickfolio, holding }));
  }

  streamSales(accountId: number): AsyncIterable<readonly Sale[]> {
    return streamAsAccount<Sale>(this.database, accountId, selectSales);
  }

  listSales(accountId: number): Promise<readonly BookedSale[]> {
    return this.#asAccount(accountId, (statement) => salesOf(statement, accountId));
  }

  readLedger(accountId: number): Promise<Ledger> {
    return this.#asAccount(accountId, (statement) => ledgerOf(statement, accountId));
  }

  readOverview(accountId: number): Promise<BookOverview> {
    return this.#asAccount(accountId, async (statement) => {
      const [listed, unsold, ledger] = await Promise.all([
        statement<ListedBrickfolioRow>('list_book', LIST_BRICKFOLIOS, [accountId]),
        statement<OverviewRow>('read_own_overview', READ_OVERVIEW, [accountId]),
        ledgerOf(statement, accountId),
      ]);
      return { brickfolios: listed.map(listedBrickfolio), holdings: unsoldOf(unsold), ...ledger };
    });
  }

  async findSet(setNumber: string): Promise<BookableSet | null> {
    return (await this.database.prepared<BookableSet>('find_bookable_set', FIND_SET, [setNumber]))[0] ?? null;
  }

  async listEdits(accountId: number, limit: number): Promise<readonly Omit<RecordedEdit, 'changes'>[]> {
    const rows = await this.#read<RecordedEdit>(accountId, 'list_edits', LIST_EDITS, limit);
    return rows.map(({ changes, ...edit }) => ({ ...edit, setNumber: setChangedBy(changesOf(changes)) }));
  }

  #read<Row extends object>(accountId: number, name: string, text: string, ...values: unknown[]): Promise<Row[]> {
    return this.#asAccount(accountId, (statement) => statement<Row>(name, text, [accountId, ...values]));
  }

  #asAccount<Result>(accountId: number, work: (statement: PrivateStatement) => Promise<Result>): Promise<Result> {
    return readSnapshotAsAccount(this.database, accountId, work);
  }
}

type ListedBrickfolioRow = BookRows['brickfolio'] & { holdingCount: number };

function listedBrickfolio({ holdingCount, ...brickfolio }: ListedBrickfolioRow): ListedBrickfolio {
  return { brickfolio, holdingCount };
}

async function ledgerOf(statement: PrivateStatement, accountId: number): Promise<Ledger> {
  const [sales, sold] = await Promise.all([
    salesOf(statement, accountId),
    statement<Record<string, unknown[]>>('list_sold_copies', LIST_SOLD_COPIES, [accountId]),
  ]);
  return { sales, sold: rowsOfColumns<CopiesOfSale>(sold) };
}

async function salesOf(statement: PrivateStatement, accountId: number): Promise<readonly BookedSale[]> {
  return rowsOfColumns(await statement<Record<string, unknown[]>>('list_booked_sales', LIST_SALES, [accountId]));
}

async function write(
  own: BookStatement,
  accountId: number,
  staged: StagedFile | null,
  decision: BookDecision,
): Promise<number | null> {
  const { edit } = decision;
  const { changes, numberOf } = await numberRows(own, edit?.changes ?? []);
  await writeChanges(own, accountId, changes);
  let id: number | null = null;
  if (edit !== null) {
    const values = [accountId, edit.kind, edit.summary, JSON.stringify(recordedChanges(changes)), edit.undoes];
    id = (await own<{ id: number }>('add_edit', ADD_EDIT, values)).rows[0]!.id;
    if (edit.undoes !== null) await markUndone(own, accountId, edit.undoes, edit.kept);
  }
  if (decision.staged !== undefined && staged !== null)
    await writeStagedOutcome(own, accountId, staged, { ...decision.staged, editId: id, numberOf });
  return id;
}

function isStale(error: unknown): boolean {
  const { code } = error as { code?: string };
  return error instanceof StaleRow || code === UNIQUE_VIOLATION || code === FOREIGN_KEY_VIOLATION;
}
