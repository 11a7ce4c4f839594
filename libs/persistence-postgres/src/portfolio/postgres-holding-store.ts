import { type Cents, type Condition, formatIsoDay, type HoldingStatus, parseIsoDay } from '@brickmarket/domain';
import {
  type BrickfolioLabel,
  type HoldingMerge,
  type HoldingMergeOptions,
  HoldingStore,
  type HoldingToStore,
  type StoredHolding,
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import { streamAsAccount } from '../database/stream-rows.ts';
import type { CopyValue } from '../bulk/binary-copy.ts';
import { WriteSession } from '../bulk/write-session.ts';

const STAGED_COLUMNS = [
  'brickfolio',
  'set_id',
  'set_number',
  'quantity',
  'condition',
  'purchase_price_cents',
  'purchase_date',
  'status',
  'notes',
];

// The merge is plain SQL over a temporary table: thousands of holdings in a handful of statements.

const CONTENT = 'set_id, quantity, condition, purchase_price_cents, purchase_date, status, notes';

const STAGED_HOLDING = `staged_holding (
  brickfolio text, set_id integer, set_number text, quantity integer, condition text,
  purchase_price_cents integer, purchase_date date, status text, notes text
)`;

const MAKE_BRICKFOLIOS = `
INSERT INTO portfolio.brickfolio (account_id, name)
SELECT $1, named.brickfolio FROM (SELECT DISTINCT brickfolio FROM staged_holding WHERE brickfolio IS NOT NULL) named
ORDER BY named.brickfolio
ON CONFLICT (account_id, name) DO NOTHING RETURNING name`;

// Rows of equal content are numbered on both sides: the second of two in a file is the second of two stored.
const compareHoldings = (accountId: number): string => `
CREATE TEMPORARY TABLE coming_holding ON COMMIT DROP AS
SELECT f.id AS brickfolio_id, s.set_number, ${CONTENT}, ROW(${CONTENT})::text AS content,
       row_number() OVER (PARTITION BY f.id, ROW(${CONTENT})::text) AS copy
FROM staged_holding s
JOIN portfolio.brickfolio f ON f.account_id = ${accountId}
  AND CASE WHEN s.brickfolio IS NULL THEN f.is_default ELSE f.name = s.brickfolio END;
CREATE TEMPORARY TABLE present_holding ON COMMIT DROP AS
SELECT id, brickfolio_id, ROW(${CONTENT})::text AS content,
       row_number() OVER (PARTITION BY brickfolio_id, ROW(${CONTENT})::text ORDER BY id) AS copy
FROM portfolio.holding WHERE account_id = ${accountId};
ANALYZE coming_holding, present_holding`;

const INSERT_HOLDINGS = `
INSERT INTO portfolio.holding (account_id, brickfolio_id, set_number, ${CONTENT})
SELECT $1, brickfolio_id, set_number, ${CONTENT} FROM coming_holding c
WHERE NOT EXISTS (
  SELECT FROM present_holding p WHERE p.brickfolio_id = c.brickfolio_id AND p.content = c.content AND p.copy = c.copy
)
ORDER BY brickfolio_id, set_number COLLATE "C", copy`;

// What the cost of a sale is made of stays as long as the sale does.
const REMOVE_HOLDINGS = `
DELETE FROM portfolio.holding WHERE account_id = $1 AND id IN (
  SELECT p.id FROM present_holding p
  WHERE p.brickfolio_id IN (SELECT brickfolio_id FROM coming_holding)
    AND NOT EXISTS (
      SELECT FROM coming_holding c
      WHERE c.brickfolio_id = p.brickfolio_id AND c.content = p.content AND c.copy = p.copy
    )
    AND NOT EXISTS (SELECT FROM portfolio.sale_lot l WHERE l.holding_id = p.id)
)`;

/** An account's holdings: files are merged by COPY and plain SQL, labels go through TypeORM. */
export class PostgresHoldingStore extends HoldingStore {
  constructor(private readonly database: Database) {
    super();
  }

  async merge(
    accountId: number,
    batches: AsyncIterable<readonly HoldingToStore[]>,
    options: HoldingMergeOptions,
  ): Promise<HoldingMerge> {
    return WriteSession.run(this.database, `brickfolio of account ${accountId}`, async (session) => {
      await session.stage(STAGED_HOLDING);
      const copy = session.copyInto('staged_holding', STAGED_COLUMNS);
      for await (const batch of batches) await copy.write(batch.map(stagedValues));
      const staged = await copy.end();
      return session.mergePrivate(options, async () => {
        const made = await session.query<{ name: string }>(MAKE_BRICKFOLIOS, [accountId]);
        await session.query(compareHoldings(accountId));
        const inserted = await session.write(INSERT_HOLDINGS, [accountId]);
        const removed = options.replaces ? await session.write(REMOVE_HOLDINGS, [accountId]) : 0;
        const holdings = { inserted, changed: 0, unchanged: staged - inserted, ...(options.replaces && { removed }) };
        return { holdings, newBrickfolios: made.map((row) => row.name) };
      });
    });
  }

  async labelBrickfolios(accountId: number, labels: readonly BrickfolioLabel[]): Promise<void> {
    const { brickfolios } = await this.database.repositories();
    const [ofDefault, ...ofOthers] = labels;
    if (ofDefault === undefined) return;
    const { name, description } = ofDefault;
    await brickfolios.update({ accountId, isDefault: true }, { name, description });
    for (const other of ofOthers) await brickfolios.upsert({ accountId, ...other }, ['accountId', 'name']);
  }

  async *streamAll(accountId: number): AsyncGenerator<readonly StoredHolding[]> {
    for await (const rows of streamAsAccount<HoldingRow>(this.database, accountId, selectHoldings))
      yield rows.map(storedHolding);
  }
}

const selectHoldings = (accountId: number): string => `
SELECT f.name AS brickfolio, h.set_number, h.quantity, h.condition, h.purchase_price_cents,
       h.purchase_date::text AS purchase_date, h.status, h.notes
FROM portfolio.holding h
JOIN portfolio.brickfolio f ON f.account_id = h.account_id AND f.id = h.brickfolio_id
WHERE h.account_id = ${accountId}
ORDER BY h.brickfolio_id, h.set_number, h.id`;

interface HoldingRow {
  readonly brickfolio: string;
  readonly set_number: string;
  readonly quantity: number;
  readonly condition: Condition;
  readonly purchase_price_cents: Cents | null;
  readonly purchase_date: string | null;
  readonly status: HoldingStatus;
  readonly notes: string | null;
}

function stagedValues({ brickfolio, setId, holding }: HoldingToStore): readonly CopyValue[] {
  const { setNumber, quantity, condition, purchasePriceCents, purchaseDay, status, notes } = holding;
  return [
    brickfolio,
    setId,
    setNumber,
    quantity,
    condition,
    purchasePriceCents,
    purchaseDay === null ? null : formatIsoDay(purchaseDay),
    status,
    notes,
  ];
}

function storedHolding(row: HoldingRow): StoredHolding {
  return {
    brickfolio: row.brickfolio,
    holding: {
      setNumber: row.set_number,
      quantity: row.quantity,
      condition: row.condition,
      purchasePriceCents: row.purchase_price_cents,
      purchaseDay: row.purchase_date === null ? null : parseIsoDay(row.purchase_date),
      status: row.status,
      notes: row.notes,
    },
  };
}
