import { type Condition, formatIsoDay, type HoldingStatus, parseIsoDay } from '@brickmarket/domain';
import {
  type BrickfolioEntry,
  type BrickfolioOverview,
  type BrickfolioRecord,
  Brickfolios,
  type EntryPage,
  type EntryPageRequest,
  type UnsoldHolding,
} from '@brickmarket/persistence-ports';
import { type PrivateStatement, readAsAccount, type Database } from '../database/database.ts';
import { NULL_INTEGER, readIntegers } from '../database/large-results.ts';

// The API's reads of a collection: prepared statements, each with the account in its condition.

const LIST_BRICKFOLIOS = `
SELECT id, name, description, is_default AS "isDefault", created_at AS "createdAt"
FROM portfolio.brickfolio WHERE account_id = $1 ORDER BY is_default DESC, id`;

// At most 256 rows for each brickfolio instead of one for each holding; the migration says what is in them.
const LIST_UNSOLD = `
SELECT brickfolio_id, unsold FROM portfolio.holding_block WHERE account_id = $1 ORDER BY brickfolio_id, block`;

const INTEGERS_PER_HOLDING = 4;

// The total, and the brickfolio in which the page starts, so that OFFSET skips only holdings of that one.
const FIND_PAGE = `
WITH own AS (
  SELECT f.id, counted.holdings, sum(counted.holdings) OVER (ORDER BY f.id) - counted.holdings AS before
  FROM portfolio.brickfolio f
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(b.holding_count), 0) AS holdings FROM portfolio.holding_block b
    WHERE b.account_id = $1 AND b.brickfolio_id = f.id
  ) counted
  WHERE f.account_id = $1 AND ($2::bigint IS NULL OR f.id = $2)
)
SELECT count(*)::integer AS brickfolios, coalesce(sum(holdings), 0)::integer AS total,
       max(id) FILTER (WHERE $3::bigint >= before AND $3 < before + holdings) AS first_brickfolio_id,
       max($3 - before) FILTER (WHERE $3 >= before AND $3 < before + holdings)::integer AS skip
FROM own`;

// The page is cut from the covering index alone before sets and values are joined to it.
const LIST_ENTRIES = `
WITH page AS MATERIALIZED (
  SELECT brickfolio_id, set_number, id, set_id, quantity, condition, purchase_price_cents, purchase_date, status
  FROM portfolio.holding
  WHERE account_id = $1 AND brickfolio_id >= $2
  ORDER BY brickfolio_id, set_number, id LIMIT $3 OFFSET $4
)
SELECT page.brickfolio_id, page.set_number, page.quantity, page.condition, page.purchase_price_cents,
       page.purchase_date::text, page.status, s.title, s.theme, worth.value_cents
FROM page
JOIN catalog.lego_set s ON s.id = page.set_id
LEFT JOIN LATERAL (
  SELECT v.value_cents FROM market.value_step v
  WHERE v.item_id = page.set_id AND v.condition = page.condition AND v.day <= $5::date ORDER BY v.day DESC LIMIT 1
) worth ON true
ORDER BY page.brickfolio_id, page.set_number, page.id`;

/** Brickfolios in PostgreSQL. Every read is for one account, in a transaction that cannot see rows of others. */
export class PostgresBrickfolios extends Brickfolios {
  constructor(private readonly database: Database) {
    super();
  }

  async readOverview(accountId: number): Promise<BrickfolioOverview> {
    const [brickfolios, blocks] = await readAsAccount(this.database, accountId, (statement) =>
      Promise.all([
        statement<BrickfolioRecord>('list_brickfolios', LIST_BRICKFOLIOS, [accountId]),
        statement<BlockRow>('list_unsold', LIST_UNSOLD, [accountId]),
      ]),
    );
    const holdings: UnsoldHolding[] = [];
    for (const block of blocks) addUnsold(holdings, block);
    return { brickfolios, holdings };
  }

  async findEntryPage(accountId: number, page: EntryPageRequest): Promise<EntryPage | null> {
    return readAsAccount(this.database, accountId, (statement) => readEntryPage(statement, accountId, page));
  }
}

interface BlockRow {
  brickfolio_id: number;
  unsold: string;
}

function addUnsold(holdings: UnsoldHolding[], { brickfolio_id, unsold: text }: BlockRow): void {
  const unsold = readIntegers(text);
  for (let at = 0; at < unsold.length; at += INTEGERS_PER_HOLDING) {
    const item = unsold[at]!;
    holdings.push({
      brickfolioId: brickfolio_id,
      setId: item >> 2,
      condition: (item & 2) === 0 ? 'sealed' : 'used',
      quantity: unsold[at + 1]!,
      purchasePriceCents: knownOrNull(unsold[at + 2]!),
      purchaseDay: knownOrNull(unsold[at + 3]!),
      status: (item & 1) === 0 ? 'owned' : 'listed',
    });
  }
}

function knownOrNull(integer: number): number | null {
  return integer === NULL_INTEGER ? null : integer;
}

interface PageStartRow {
  brickfolios: number;
  total: number;
  /** Null when the page is past the end. */
  first_brickfolio_id: number | null;
  skip: number;
}

interface EntryRow {
  brickfolio_id: number;
  set_number: string;
  quantity: number;
  condition: Condition;
  purchase_price_cents: number | null;
  purchase_date: string | null;
  status: HoldingStatus;
  title: string;
  theme: string;
  value_cents: number | null;
}

async function readEntryPage(
  statement: PrivateStatement,
  accountId: number,
  page: EntryPageRequest,
): Promise<EntryPage | null> {
  const found = await statement<PageStartRow>('find_entry_page', FIND_PAGE, [
    accountId,
    page.brickfolioId,
    page.offset,
  ]);
  const { brickfolios, total, first_brickfolio_id, skip } = found[0]!;
  if (page.brickfolioId !== null && brickfolios === 0) return null;
  if (first_brickfolio_id === null) return { total, entries: [] };
  // Limited by the total, since the rows after the last one belong to another brickfolio.
  const limit = Math.min(page.limit, total - page.offset);
  const values = [accountId, first_brickfolio_id, limit, skip, formatIsoDay(page.today)];
  return { total, entries: (await statement<EntryRow>('list_entries', LIST_ENTRIES, values)).map(brickfolioEntry) };
}

function brickfolioEntry(row: EntryRow): BrickfolioEntry {
  return {
    brickfolioId: row.brickfolio_id,
    holding: {
      setNumber: row.set_number,
      quantity: row.quantity,
      condition: row.condition,
      purchasePriceCents: row.purchase_price_cents,
      purchaseDay: row.purchase_date === null ? null : parseIsoDay(row.purchase_date),
      status: row.status,
    },
    title: row.title,
    theme: row.theme,
    unitValueCents: row.value_cents,
  };
}
