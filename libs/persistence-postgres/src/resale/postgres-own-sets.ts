import { type Condition, CONDITIONS } from '@brickmarket/domain';
import { type OwnCopies, type OwnSet, OwnSets } from '@brickmarket/persistence-ports';
import { type BoxColumns, boxOf } from '../catalog/postgres-catalog.ts';
import { type Database, readAsAccount } from '../database/database.ts';

const valueOf = (condition: Condition): string => `(
    SELECT v.value_cents FROM market.item_value v WHERE v.item_id = s.id AND v.condition = '${condition}'
  ) AS ${condition}`;

const FIND = `
SELECT s.id AS "setId", s.set_number AS "setNumber", s.box_width_mm, s.box_height_mm, s.box_depth_mm, s.box_weight_g,
  ${CONDITIONS.map(valueOf).join(', ')}, p.lowest_fba_cents AS "fbaCents", p.last_checked_at AS "fbaSeenAt", (
    SELECT coalesce(json_agg(json_build_object('condition', c.condition, 'quantity', c.quantity,
      'purchasePriceCents', c.purchase_price_cents) ORDER BY c.condition, c.purchase_price_cents), '[]')
    FROM (
      SELECT h.condition, h.purchase_price_cents, sum(h.quantity)::integer AS quantity FROM portfolio.holding h
      WHERE h.account_id = $1 AND h.set_id = s.id AND h.status <> 'sold' GROUP BY h.condition, h.purchase_price_cents
    ) c
  ) AS copies
FROM catalog.lego_set s
LEFT JOIN retail.listing l ON l.set_id = s.id
LEFT JOIN retail.price_state p ON p.set_id = l.set_id AND p.retailer = 'retailer_a'
WHERE s.set_number = ANY ($2)`;

interface OwnSetRow extends BoxColumns, Record<Condition, number | null> {
  readonly setId: number;
  readonly setNumber: string;
  readonly fbaCents: number | null;
  readonly fbaSeenAt: Date | null;
  readonly copies: readonly OwnCopies[];
}

export class PostgresOwnSets extends OwnSets {
  constructor(private readonly database: Database) {
    super();
  }

  async findByNumbers(accountId: number, setNumbers: readonly string[]): Promise<ReadonlyMap<string, OwnSet>> {
    if (setNumbers.length === 0) return new Map();
    const values = [[...new Set(setNumbers)]];
    const rows = await readAsAccount<OwnSetRow>(this.database, accountId, 'find_own_sets', FIND, values);
    return new Map(rows.map((row) => [row.setNumber, ownSet(row)]));
  }
}

function ownSet(row: OwnSetRow): OwnSet {
  const { setId, setNumber, sealed, used, fbaCents, fbaSeenAt, copies } = row;
  return {
    setId,
    setNumber,
    box: boxOf(row),
    valueCents: { sealed, used },
    lowestFba: fbaCents === null ? null : { cents: fbaCents, seenAt: fbaSeenAt! },
    copies,
  };
}
