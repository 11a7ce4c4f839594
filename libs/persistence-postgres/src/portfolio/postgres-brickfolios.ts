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
import { readAsAccount, type Database } from '../database/database.ts';
import { NULL_INTEGER, readIntegers } from '../database/large-results.ts';

// The API's reads of a collection: one prepared statement each, with the account in its condition. Lists are JSON
// values, so that they are read in one statement with the total.

// At most 256 blocks for each brickfolio instead of a row for each holding; the migration says what is in them.
const READ_OVERVIEW = `
SELECT coalesce((SELECT json_agg(own ORDER BY own."isDefault" DESC, own.id) FROM (
         SELECT id, name, description, is_default AS "isDefault", created_at AS "createdAt"
         FROM portfolio.brickfolio WHERE account_id = $1
       ) own), '[]') AS brickfolios,
       coalesce((SELECT json_agg(json_build_array(b.brickfolio_id, b.unsold) ORDER BY b.brickfolio_id, b.block)
         FROM portfolio.holding_block b WHERE b.account_id = $1
       ), '[]') AS blocks`;

const INTEGERS_PER_HOLDING = 4;

// The total, and the brickfolio in which the page starts, so that OFFSET skips only holdings of that one. The page is
// cut from the covering index alone before sets and values are joined to it. It is limited by the total, since the rows
// after the last one belong to another brickfolio.
const READ_ENTRY_PAGE = `
WITH own AS (
  SELECT f.id, counted.holdings, sum(counted.holdings) OVER (ORDER BY f.id) - counted.holdings AS before
  FROM portfolio.brickfolio f
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(b.holding_count), 0) AS holdings FROM portfolio.holding_block b
    WHERE b.account_id = $1 AND b.brickfolio_id = f.id
  ) counted
  WHERE f.account_id = $1 AND ($2::bigint IS NULL OR f.id = $2)
), start AS MATERIALIZED (
  SELECT count(*)::integer AS brickfolios, coalesce(sum(holdings), 0)::integer AS total,
         max(id) FILTER (WHERE $3::bigint >= before AND $3 < before + holdings) AS brickfolio_id,
         max($3 - before) FILTER (WHERE $3 >= before AND $3 < before + holdings)::integer AS skip
  FROM own
), page AS MATERIALIZED (
  SELECT h.* FROM start CROSS JOIN LATERAL (
    SELECT brickfolio_id, set_number, id, set_id, quantity, condition, purchase_price_cents, purchase_date, status
    FROM portfolio.holding
    WHERE account_id = $1 AND brickfolio_id >= start.brickfolio_id
    ORDER BY brickfolio_id, set_number, id LIMIT least($4::bigint, start.total - $3) OFFSET start.skip
  ) h
  -- Past the end there is no brickfolio to start in, and the limit would be negative.
  WHERE start.brickfolio_id IS NOT NULL
)
SELECT start.brickfolios, start.total, coalesce((
  SELECT json_agg(listed ORDER BY listed.brickfolio_id, listed.set_number COLLATE "C", listed.id) FROM (
    SELECT page.brickfolio_id, page.set_number, page.id, page.quantity, page.condition, page.purchase_price_cents,
           page.purchase_date::text, page.status, s.title, s.theme, worth.value_cents
    FROM page
    JOIN catalog.lego_set s ON s.id = page.set_id
    LEFT JOIN LATERAL (
      SELECT v.value_cents FROM market.value_step v
      WHERE v.item_id = page.set_id AND v.condition = page.condition AND v.day <= $5::date ORDER BY v.day DESC LIMIT 1
    ) worth ON true
  ) listed
), '[]') AS entries
FROM start`;

/** Brickfolios in PostgreSQL. Every read is for one account, by a statement that cannot see rows of others. */
export class PostgresBrickfolios extends Brickfolios {
  constructor(private readonly database: Database) {
    super();
  }

  async readOverview(accountId: number): Promise<BrickfolioOverview> {
    const [row] = await readAsAccount<OverviewRow>(this.database, accountId, 'read_overview', READ_OVERVIEW);
    const { brickfolios, blocks } = row!;
    const holdings: UnsoldHolding[] = [];
    for (const block of blocks) addUnsold(holdings, block);
    return { brickfolios: brickfolios.map((own) => ({ ...own, createdAt: new Date(own.createdAt) })), holdings };
  }

  async findEntryPage(
    accountId: number,
    { brickfolioId, limit, offset, today }: EntryPageRequest,
  ): Promise<EntryPage | null> {
    const values = [brickfolioId, offset, limit, formatIsoDay(today)];
    const [row] = await readAsAccount<EntryPageRow>(this.database, accountId, 'read_entries', READ_ENTRY_PAGE, values);
    const { brickfolios, total, entries } = row!;
    return brickfolioId !== null && brickfolios === 0 ? null : { total, entries: entries.map(brickfolioEntry) };
  }
}

interface OverviewRow {
  brickfolios: readonly (Omit<BrickfolioRecord, 'createdAt'> & { readonly createdAt: string })[];
  blocks: readonly Block[];
}

/** The id of a brickfolio, and the holdings of one of its blocks that are not sold. */
type Block = readonly [brickfolioId: number, unsold: string];

function addUnsold(holdings: UnsoldHolding[], [brickfolioId, text]: Block): void {
  const unsold = readIntegers(text);
  for (let at = 0; at < unsold.length; at += INTEGERS_PER_HOLDING) {
    const item = unsold[at]!;
    holdings.push({
      brickfolioId,
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

interface EntryPageRow {
  brickfolios: number;
  total: number;
  entries: readonly EntryRow[];
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
