import { formatIsoDay } from '@brickmarket/domain';
import {
  type BrickfolioLabel,
  type HoldingMerge,
  type HoldingMergeOptions,
  HoldingStore,
  type HoldingToStore,
  type StoredHolding,
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import type { CopyValue } from '../import/copy-text.ts';
import { ImportSession } from '../import/import-session.ts';
import { type HoldingRow, holdingOf } from './holding-row.ts';
import {
  compareHoldings,
  INSERT_HOLDINGS,
  MAKE_BRICKFOLIOS,
  REMOVE_HOLDINGS,
  STAGED_HOLDING,
} from './merge-holdings.sql.ts';

interface StoredRow extends HoldingRow {
  brickfolio: string;
  notes: string | null;
}

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

const LABEL_DEFAULT =
  'UPDATE portfolio.brickfolio SET name = $2, description = $3 WHERE account_id = $1 AND is_default';

const LABEL_OTHER = `
INSERT INTO portfolio.brickfolio (account_id, name, description) VALUES ($1, $2, $3)
ON CONFLICT (account_id, name) DO UPDATE SET description = excluded.description`;

const LIST_HOLDINGS = `
SELECT f.name AS brickfolio, h.set_number, h.quantity, h.condition, h.purchase_price_cents, h.purchase_date::text, h.status, h.notes
FROM portfolio.holding h JOIN portfolio.brickfolio f ON f.id = h.brickfolio_id
WHERE h.account_id = $1 ORDER BY h.brickfolio_id, h.set_number, h.id`;

/** Holdings by COPY into a temporary table and a set-wise merge. */
export class PostgresHoldingStore extends HoldingStore {
  constructor(private readonly database: Database) {
    super();
  }

  async merge(
    accountId: number,
    batches: AsyncIterable<readonly HoldingToStore[]>,
    options: HoldingMergeOptions,
  ): Promise<HoldingMerge> {
    return ImportSession.run(this.database, `brickfolio of account ${accountId}`, async (session) => {
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
    for (const [index, { name, description }] of labels.entries()) {
      await this.database.pool.query(index === 0 ? LABEL_DEFAULT : LABEL_OTHER, [accountId, name, description]);
    }
  }

  async listAll(accountId: number): Promise<readonly StoredHolding[]> {
    const rows = await this.database.prepared<StoredRow>('list_all_holdings', LIST_HOLDINGS, [accountId]);
    return rows.map(storedHolding);
  }
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

function storedHolding(row: StoredRow): StoredHolding {
  return { brickfolio: row.brickfolio, holding: { ...holdingOf(row), notes: row.notes } };
}
