import type { Cents, Condition, EpochDay, HoldingStatus } from '@brickmarket/domain';
import {
  type BrickfolioOverview,
  type BrickfolioRecord,
  Brickfolios,
  type EntryPage,
  type EntryPageRequest,
  type HoldingRecord,
} from '@brickmarket/persistence-ports';
import { readAsAccount, type Database } from '../database/database.ts';
import { NULL_INTEGER, readIntegers } from '../database/large-results.ts';

// One prepared statement each, by account. Sets and values come from shared memory, without joins.

// At most 256 blocks per brickfolio instead of a row per holding; see their migration.
export const READ_OVERVIEW = `
SELECT f.id, f.name, f.description, f.is_default AS "isDefault", f.created_at AS "createdAt", (
  SELECT '{' || string_agg(btrim(b.unsold, '{}'), ',' ORDER BY b.block) || '}' FROM portfolio.holding_block b
  WHERE b.account_id = $1 AND b.brickfolio_id = f.id AND b.unsold <> '{}'
) AS unsold
FROM portfolio.brickfolio f WHERE f.account_id = $1 ORDER BY f.is_default DESC, f.id`;

const INTEGERS_PER_HOLDING = 4;

// OFFSET skips only the first brickfolio's rows in the covering index. Limited by the total.
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
SELECT start.brickfolios, start.total, (
  SELECT coalesce(json_agg(json_build_array(
    page.brickfolio_id, page.set_id, page.condition, page.quantity, page.purchase_price_cents,
    page.purchase_date - date '1970-01-01', page.status
  ) ORDER BY page.brickfolio_id, page.set_number COLLATE "C", page.id), '[]') FROM page
) AS entries
FROM start`;

export class PostgresBrickfolios extends Brickfolios {
  constructor(private readonly database: Database) {
    super();
  }

  async readOverview(accountId: number): Promise<BrickfolioOverview> {
    const rows = await readAsAccount<OverviewRow>(this.database, accountId, 'read_overview', READ_OVERVIEW);
    return {
      brickfolios: rows.map(brickfolioRecord),
      get holdings() {
        return unsoldOf(rows);
      },
    };
  }

  async findEntryPage(accountId: number, { brickfolioId, limit, offset }: EntryPageRequest): Promise<EntryPage | null> {
    const values = [brickfolioId, offset, limit];
    const [row] = await readAsAccount<EntryPageRow>(this.database, accountId, 'read_entries', READ_ENTRY_PAGE, values);
    const { brickfolios, total, entries } = row!;
    if (brickfolioId !== null && brickfolios === 0) return null;
    return { total, entries: entries.map(holdingRecord) };
  }
}

export interface OverviewRow extends BrickfolioRecord {
  /** Four integers per unsold holding. */
  readonly unsold: string | null;
}

function brickfolioRecord({ id, name, description, isDefault, createdAt }: OverviewRow): BrickfolioRecord {
  return { id, name, description, isDefault, createdAt };
}

export function unsoldOf(rows: readonly OverviewRow[]): readonly HoldingRecord[] {
  const holdings: HoldingRecord[] = [];
  for (const { id, unsold } of rows) if (unsold !== null) addUnsold(holdings, id, readIntegers(unsold));
  return holdings;
}

function addUnsold(holdings: HoldingRecord[], brickfolioId: number, unsold: Int32Array): void {
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
  readonly brickfolios: number;
  readonly total: number;
  readonly entries: readonly ListedHolding[];
}

type ListedHolding = readonly [
  brickfolioId: number,
  setId: number,
  condition: Condition,
  quantity: number,
  purchasePriceCents: Cents | null,
  purchaseDay: EpochDay | null,
  status: HoldingStatus,
];

function holdingRecord(row: ListedHolding): HoldingRecord {
  const [brickfolioId, setId, condition, quantity, purchasePriceCents, purchaseDay, status] = row;
  return { brickfolioId, setId, condition, quantity, purchasePriceCents, purchaseDay, status };
}
