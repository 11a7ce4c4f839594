import {
  type BookedSale,
  type BookRows,
  type BookTable,
  type Condition,
  formatIsoDay,
  type Lot,
  type RowChange,
  type SaleLot,
  type SoldCopies,
} from '@brickmarket/domain';
import {
  AccountBook,
  type BookableSet,
  type BookEdit,
  type BookedSalePage,
  type BookRead,
  type EditOutcome,
  type ListedBrickfolio,
  type ListedLot,
  type ListedSale,
  type LotOrder,
  type LotPage,
  type LotQuery,
  type WrittenEdit,
} from '@brickmarket/persistence-ports';
import { type Database, type PrivateStatement, readSnapshotAsAccount } from '../database/database.ts';
import { columnsOf, inWritingOrder, StaleRow, STORED, writeChange } from './book-rows.ts';

const MATCHING = `
FROM portfolio.holding h JOIN catalog.lego_set s ON s.id = h.set_id
WHERE h.account_id = $1 AND ($2::bigint IS NULL OR h.brickfolio_id = $2) AND ($3::text IS NULL OR s.theme = $3)
  AND ($4::text IS NULL OR h.condition = $4)
  AND ($5::text IS NULL OR CASE WHEN $5 = 'unsold' THEN h.status <> 'sold' ELSE h.status = $5 END)
  AND ($6::text IS NULL OR strpos(lower(h.set_number || ' ' || s.title), lower($6)) > 0)`;

const COUNT_LOTS = `SELECT count(*)::integer AS total ${MATCHING}`;

const COST = 'm.quantity * coalesce(m.purchase_price_cents, 0)';
const VALUE = `coalesce(m.quantity::bigint * m.value_cents, ${COST})`;

const ORDER: Readonly<Record<LotOrder, string>> = {
  set_number: 'm.set_number',
  title: 'm.title COLLATE "C"',
  purchase_date: 'm.purchase_date',
  quantity: 'm.quantity',
  cost: 'm.quantity::bigint * m.purchase_price_cents',
  value: VALUE,
  gain: `${VALUE} - ${COST}`,
  added: 'm.id',
};
const NEEDS_VALUES: readonly LotOrder[] = ['value', 'gain'];

const worthOf = (alias: string): string => `LEFT JOIN LATERAL (
  SELECT v.value_cents FROM market.value_step v
  WHERE v.item_id = ${alias}.set_id AND v.condition = ${alias}.condition AND v.day <= $9::date
  ORDER BY v.day DESC LIMIT 1
) worth ON true`;

// Values are looked up for the holdings of the page alone, unless the order needs all of them.
function listLots(order: LotOrder, descending: boolean): string {
  const direction = descending ? 'DESC' : 'ASC';
  const matching = `SELECT h.*, s.title, s.theme ${MATCHING}`;
  const valued = NEEDS_VALUES.includes(order)
    ? `SELECT h.*, worth.value_cents FROM (${matching}) h ${worthOf('h')}`
    : matching;
  return `
WITH page AS MATERIALIZED (
  SELECT m.*, row_number() OVER () AS position FROM (
    SELECT m.* FROM (${valued}) m ORDER BY ${ORDER[order]} ${direction} NULLS LAST, m.id ${direction} LIMIT $7 OFFSET $8
  ) m
)
SELECT ${columnsOf('lot', 'page')}, page.set_number AS "setNumber", page.title, page.theme,
       worth.value_cents AS "unitValueCents", l.sale_id AS "saleId"
FROM page ${worthOf('page')} LEFT JOIN portfolio.sale_lot l ON l.holding_id = page.id AND l.account_id = $1
ORDER BY page.position`;
}

const LIST_THEMES = `
SELECT DISTINCT s.theme FROM portfolio.holding h JOIN catalog.lego_set s ON s.id = h.set_id
WHERE h.account_id = $1 ORDER BY s.theme`;

const LIST_UNSOLD = `
SELECT ${columnsOf('lot', 'h')}, h.set_number AS "setNumber" FROM portfolio.holding h
WHERE h.account_id = $1 AND h.set_id = $2 AND h.condition = $3 AND h.status <> 'sold' ORDER BY h.id`;

const LIST_BRICKFOLIOS = `
SELECT ${columnsOf('brickfolio', 'f')}, coalesce((
  SELECT sum(b.holding_count) FROM portfolio.holding_block b WHERE b.account_id = $1 AND b.brickfolio_id = f.id
), 0)::integer AS "holdingCount"
FROM portfolio.brickfolio f WHERE f.account_id = $1 ORDER BY f.is_default DESC, f.id`;

const COUNT_SALES = 'SELECT count(*)::integer AS total FROM portfolio.sale WHERE account_id = $1';

const SALE_COLUMNS = `${columnsOf('sale', 'p')}, s.set_number AS "setNumber"`;

const LIST_SALE_PAGE = `
SELECT ${SALE_COLUMNS}, s.title,
  (SELECT count(*)::integer FROM portfolio.sale_lot l WHERE l.account_id = $1 AND l.sale_id = p.id) AS "lotCount"
FROM portfolio.sale p JOIN catalog.lego_set s ON s.id = p.set_id
WHERE p.account_id = $1 ORDER BY p.sale_date DESC, p.id DESC LIMIT $2 OFFSET $3`;

const LIST_SALES = `
SELECT ${SALE_COLUMNS} FROM portfolio.sale p JOIN catalog.lego_set s ON s.id = p.set_id
WHERE p.account_id = $1 ORDER BY p.sale_date, p.id`;

const LIST_SOLD_COPIES = `
SELECT l.holding_id AS "lotId", l.sale_id AS "saleId", l.method, h.quantity, h.condition, h.set_id AS "setId",
       h.purchase_price_cents AS "unitCostCents", h.purchase_date - date '1970-01-01' AS "acquiredDay"
FROM portfolio.sale_lot l JOIN portfolio.holding h ON h.id = l.holding_id AND h.account_id = l.account_id
WHERE l.account_id = $1 ORDER BY l.sale_id, l.holding_id`;

const LIST_LOTS_OF_SALE = `
SELECT ${columnsOf('saleLot', 'l')} FROM portfolio.sale_lot l WHERE l.account_id = $1 AND l.sale_id = $2 ORDER BY 1`;

const READ: Readonly<Record<BookTable, string>> = {
  brickfolio: `SELECT ${columnsOf('brickfolio', 'f')} FROM portfolio.brickfolio f
    WHERE f.account_id = $1 AND f.id = ANY($2)`,
  lot: `SELECT ${columnsOf('lot', 'h')}, h.set_number AS "setNumber" FROM portfolio.holding h
    WHERE h.account_id = $1 AND h.id = ANY($2)`,
  sale: `SELECT ${columnsOf('sale', 'p')}, s.set_number AS "setNumber"
    FROM portfolio.sale p JOIN catalog.lego_set s ON s.id = p.set_id WHERE p.account_id = $1 AND p.id = ANY($2)`,
  saleLot: `SELECT ${columnsOf('saleLot', 'l')} FROM portfolio.sale_lot l
    WHERE l.account_id = $1 AND l.holding_id = ANY($2)`,
};

const FIND_SET = `
SELECT id AS "setId", set_number AS "setNumber", title FROM catalog.lego_set WHERE set_number = $1`;

const EDIT_COLUMNS = `
e.id, e.at, e.kind, e.summary, e.undoes, (SELECT u.id FROM portfolio.edit u WHERE u.undoes = e.id) AS "undoneBy"`;
const FIND_EDIT = `SELECT ${EDIT_COLUMNS}, e.changes FROM portfolio.edit e WHERE e.account_id = $1 AND e.id = $2`;
const LIST_EDITS = `
SELECT ${EDIT_COLUMNS} FROM portfolio.edit e WHERE e.account_id = $1 ORDER BY e.id DESC LIMIT $2`;
const ADD_EDIT = `
INSERT INTO portfolio.edit (account_id, kind, summary, changes, undoes) VALUES ($1, $2, $3, $4, $5) RETURNING id`;

/** An account's book: reads by prepared statements, edits in one transaction that writes the changed rows alone. */
export class PostgresAccountBook extends AccountBook {
  constructor(private readonly database: Database) {
    super();
  }

  listLots(accountId: number, query: LotQuery): Promise<LotPage | null> {
    const { brickfolioId, theme, condition, status, text, order, descending, limit, offset, today } = query;
    const filters = [accountId, brickfolioId, theme, condition, status, text];
    const page = [...filters, limit, offset, formatIsoDay(today)];
    return this.#asAccount(accountId, async (statement) => {
      const brickfolios =
        brickfolioId === null ? [{}] : await statement('read_brickfolio', READ.brickfolio, [accountId, [brickfolioId]]);
      if (brickfolios.length === 0) return null;
      const name = `list_lots_${order}_${descending ? 'down' : 'up'}`;
      const [[count], rows] = await Promise.all([
        statement<{ total: number }>('count_lots', COUNT_LOTS, filters),
        statement<ListedLotRow>(name, listLots(order, descending), page),
      ]);
      return { total: count!.total, lots: rows.map(listedLot) };
    });
  }

  async listThemes(accountId: number): Promise<readonly string[]> {
    const rows = await this.#asAccount(accountId, (statement) =>
      statement<{ theme: string }>('list_book_themes', LIST_THEMES, [accountId]),
    );
    return rows.map(({ theme }) => theme);
  }

  listUnsold(accountId: number, setId: number, condition: Condition): Promise<readonly Lot[]> {
    return this.#asAccount(accountId, (statement) =>
      statement<Lot>('list_unsold_lots', LIST_UNSOLD, [accountId, setId, condition]),
    );
  }

  async listBrickfolios(accountId: number): Promise<readonly ListedBrickfolio[]> {
    const rows = await this.#asAccount(accountId, (statement) =>
      statement<BookRows['brickfolio'] & { holdingCount: number }>('list_book', LIST_BRICKFOLIOS, [accountId]),
    );
    return rows.map(({ holdingCount, ...brickfolio }) => ({ brickfolio, holdingCount }));
  }

  listSalePage(accountId: number, page: { readonly limit: number; readonly offset: number }): Promise<BookedSalePage> {
    return this.#asAccount(accountId, async (statement) => {
      const [[count], rows] = await Promise.all([
        statement<{ total: number }>('count_sales', COUNT_SALES, [accountId]),
        statement<BookedSale & Omit<ListedSale, 'sale'>>('list_sale_page', LIST_SALE_PAGE, [
          accountId,
          page.limit,
          page.offset,
        ]),
      ]);
      const sales = rows.map(({ title, lotCount, ...sale }) => ({ sale, title, lotCount }));
      return { total: count!.total, sales };
    });
  }

  async listSales(accountId: number): Promise<readonly BookedSale[]> {
    const rows = await this.#asAccount(accountId, (statement) =>
      statement<BookedSale>('list_booked_sales', LIST_SALES, [accountId]),
    );
    return rows;
  }

  listSoldCopies(
    accountId: number,
  ): Promise<readonly (SoldCopies & { readonly setId: number; readonly condition: Condition })[]> {
    return this.#asAccount(accountId, (statement) => statement('list_sold_copies', LIST_SOLD_COPIES, [accountId]));
  }

  read(accountId: number, wanted: { readonly [Table in BookTable]?: readonly number[] }): Promise<BookRead> {
    return this.#asAccount(accountId, async (statement) => {
      const tables = await Promise.all(
        (Object.keys(STORED) as BookTable[]).map(async (table) => {
          const ids = wanted[table] ?? [];
          const rows =
            ids.length === 0
              ? []
              : await statement<BookRows[BookTable]>(`read_${table}`, READ[table], [accountId, ids]);
          return [table, new Map(rows.map((row) => [row.id, row]))] as const;
        }),
      );
      return Object.fromEntries(tables) as unknown as BookRead;
    });
  }

  listLotsOfSale(accountId: number, saleId: number): Promise<readonly SaleLot[]> {
    return this.#asAccount(accountId, (statement) =>
      statement<SaleLot>('list_lots_of_sale', LIST_LOTS_OF_SALE, [accountId, saleId]),
    );
  }

  async findSet(setNumber: string): Promise<BookableSet | null> {
    return (await this.database.prepared<BookableSet>('find_bookable_set', FIND_SET, [setNumber]))[0] ?? null;
  }

  async reserveIds(table: 'brickfolio' | 'lot' | 'sale', count: number): Promise<readonly number[]> {
    const rows = await this.database.prepared<{ id: number }>(
      'reserve_ids',
      `SELECT nextval(pg_get_serial_sequence($1, 'id'))::integer AS id FROM generate_series(1, $2)`,
      [STORED[table].name, count],
    );
    return rows.map(({ id }) => id);
  }

  async write(accountId: number, edit: BookEdit): Promise<EditOutcome> {
    const repositories = await this.database.repositories();
    try {
      return await repositories.asAccount(accountId, async (own) => {
        for (const change of inWritingOrder(edit.changes)) await writeChange(own, accountId, change);
        const { kind, summary, changes, undoes } = edit;
        const values = [accountId, kind, summary, JSON.stringify(changes), undoes];
        const [added] = await own.query<{ id: number }>(ADD_EDIT, values);
        return { outcome: 'written', id: added!.id };
      });
    } catch (error) {
      return outcomeOf(error, edit);
    }
  }

  async findEdit(accountId: number, id: number): Promise<WrittenEdit | null> {
    const rows = await this.#asAccount(accountId, (statement) =>
      statement<WrittenEdit>('find_edit', FIND_EDIT, [accountId, id]),
    );
    return rows[0] ?? null;
  }

  listEdits(accountId: number, limit: number): Promise<readonly Omit<WrittenEdit, 'changes'>[]> {
    return this.#asAccount(accountId, (statement) =>
      statement<Omit<WrittenEdit, 'changes'>>('list_edits', LIST_EDITS, [accountId, limit]),
    );
  }

  #asAccount<Result>(accountId: number, work: (statement: PrivateStatement) => Promise<Result>): Promise<Result> {
    return readSnapshotAsAccount(this.database, accountId, work);
  }
}

type ListedLotRow = Lot & Omit<ListedLot, 'lot'>;

function listedLot({ title, theme, unitValueCents, saleId, ...lot }: ListedLotRow): ListedLot {
  return { lot, title, theme, unitValueCents, saleId };
}

/** The whole transaction was rolled back. */
function outcomeOf(error: unknown, { changes }: BookEdit): EditOutcome {
  if (error instanceof StaleRow) return { outcome: 'stale', table: error.table, id: error.id };
  const { constraint } = error as { constraint?: string };
  if (constraint === 'brickfolio_account_id_name_key') return { outcome: 'name-taken' };
  if (constraint === 'edit_undone_once') return { outcome: 'undone-already' };
  if (constraint !== 'holding_account_id_brickfolio_id_fkey') throw error;
  if (changes.some(({ table, after }) => table === 'brickfolio' && after === null)) return { outcome: 'not-empty' };
  // The brickfolio that a holding was to be put into has been deleted meanwhile.
  const lot = changes.find((change): change is RowChange & { table: 'lot' } => change.table === 'lot')!;
  return { outcome: 'stale', table: 'brickfolio', id: lot.after!.brickfolioId };
}
