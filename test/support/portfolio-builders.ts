import type { Pool } from 'pg';
import { insertRow } from './catalog-builders.ts';
import { raiseDataVersion } from './data-versions.ts';

export interface HoldingColumns {
  readonly quantity?: number;
  readonly condition?: 'sealed' | 'used';
  readonly purchase_price_cents?: number | null;
  readonly purchase_date?: string | null;
  readonly status?: 'owned' | 'listed' | 'sold';
  readonly notes?: string | null;
}

export interface SaleColumns {
  readonly platform?: string;
  readonly sale_date?: string;
  readonly quantity?: number;
  readonly gross_cents?: number;
  readonly platform_fees_cents?: number;
  readonly payment_fees_cents?: number;
  readonly shipping_cents?: number;
  readonly cost_basis_cents?: number | null;
  readonly notes?: string | null;
}

/** The default brickfolio of an account. */
export async function defaultBrickfolio(db: Pool, accountId: number): Promise<number> {
  const found = await db.query<{ id: number }>(
    'SELECT id FROM portfolio.brickfolio WHERE account_id = $1 AND is_default',
    [accountId],
  );
  return found.rows[0]!.id;
}

/** One more brickfolio of an account. */
export async function insertBrickfolio(db: Pool, accountId: number, name: string): Promise<number> {
  return insertRow(db, 'portfolio.brickfolio', { account_id: accountId, name });
}

/** One owned, sealed copy of a set of unknown price and date, unless the test gives other facts. */
export async function insertHolding(
  db: Pool,
  brickfolioId: number,
  setNumber: string,
  columns: HoldingColumns = {},
): Promise<number> {
  const { account_id, set_id } = await rowOf<{ account_id: number; set_id: number }>(
    db,
    `SELECT f.account_id, s.id AS set_id FROM portfolio.brickfolio f, catalog.lego_set s
     WHERE f.id = $1 AND s.set_number = $2`,
    [brickfolioId, setNumber],
  );
  return insertRow(db, 'portfolio.holding', {
    account_id,
    brickfolio_id: brickfolioId,
    set_id,
    set_number: setNumber,
    quantity: 1,
    condition: 'sealed',
    status: 'owned',
    ...columns,
  });
}

/** A sale of one copy for 100 dollars without fees, of unknown cost, unless the test gives other facts. */
export async function insertSale(
  db: Pool,
  accountId: number,
  setNumber: string,
  columns: SaleColumns = {},
): Promise<number> {
  const { set_id } = await rowOf<{ set_id: number }>(
    db,
    'SELECT id AS set_id FROM catalog.lego_set WHERE set_number = $1',
    [setNumber],
  );
  const plain = {
    platform: 'ebay',
    sale_date: '2026-10-01',
    quantity: 1,
    gross_cents: 10_000,
    platform_fees_cents: 0,
    payment_fees_cents: 0,
    shipping_cents: 0,
  };
  return insertRow(db, 'portfolio.sale', { account_id: accountId, set_id, ...plain, ...columns });
}

/** The value of a set from a day on. */
export async function insertValueStep(
  db: Pool,
  setNumber: string,
  condition: 'sealed' | 'used',
  day: string,
  valueCents: number,
): Promise<void> {
  await db.query(
    `INSERT INTO market.value_step (item_id, condition, day, value_cents)
     SELECT id, $2, $3, $4 FROM catalog.lego_set WHERE set_number = $1`,
    [setNumber, condition, day, valueCents],
  );
  await raiseDataVersion(db, 'market');
}

async function rowOf<Row extends object>(db: Pool, text: string, values: readonly unknown[]): Promise<Row> {
  const { rows } = await db.query<Row>(text, values as unknown[]);
  if (rows.length !== 1) throw new Error(`${rows.length} rows for ${text} ${JSON.stringify(values)}`);
  return rows[0]!;
}
