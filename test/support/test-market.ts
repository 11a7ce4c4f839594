import {
  excludeSale,
  finalizeMonths,
  restateMonth,
  type RestateRequest,
  type ValuationSummary,
  valueMarket,
} from '@brickmarket/operations';
import { MonthStore, SaleExclusions, StoreClock, ValuationStore } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { Pool } from 'pg';
import { eventually } from './eventually.ts';
import { createTestDatabase } from './test-database.ts';

export interface SaleColumns {
  readonly itemId: number;
  readonly day: string;
  readonly priceCents: number;
  readonly condition?: 'sealed' | 'used';
  readonly quantity?: number;
  readonly ref?: string;
}

/** A database with the batch jobs, called directly instead of through the command line. */
export class TestMarket {
  #sales = 0;

  private constructor(
    readonly db: Pool,
    readonly url: string,
    private readonly database: Database,
    private readonly drop: () => Promise<void>,
  ) {}

  static async create(): Promise<TestMarket> {
    const created = await createTestDatabase();
    const database = await Database.connect({ url: created.url, applicationName: 'test' });
    return new TestMarket(new Pool({ connectionString: created.url, max: 4 }), created.url, database, () =>
      created.drop(),
    );
  }

  /** Inserts a sale, or corrects the one with the same reference, and marks its item as changed, as an import does. */
  async sell({
    itemId,
    day,
    priceCents,
    condition = 'sealed',
    quantity = 1,
    ref = `sale ${++this.#sales}`,
  }: SaleColumns): Promise<void> {
    await this.db.query(
      `WITH sale AS (
         INSERT INTO source.market_sale (source_id, source_ref, item_id, condition, sold_day, price_cents, quantity)
           VALUES (1, $1, $2, $3, $4, $5, $6)
         ON CONFLICT (source_id, source_ref) DO UPDATE SET price_cents = $5
       ) INSERT INTO source.changed_item AS c (item_id, sold_since) VALUES ($2, $4) ON CONFLICT (item_id)
         DO UPDATE SET mark = excluded.mark, sold_since = least(c.sold_since, excluded.sold_since)`,
      [ref, itemId, condition, day, priceCents, quantity],
    );
  }

  get stores(): Stores {
    return new Stores(this.database);
  }

  /** Leaves out a sale of the source `ebay`. */
  async exclude(sourceRef: string): Promise<void> {
    const decision = { source: 'ebay', sourceRef, by: 'a test', reason: 'to try it' };
    await excludeSale(this.stores.get(SaleExclusions), decision);
  }

  get valuations(): ValuationStore {
    return this.stores.get(ValuationStore);
  }

  value(
    asOf: string,
    options: { readonly all?: boolean; readonly retailStaleDays?: number; readonly shardSales?: number } = {},
  ): Promise<ValuationSummary> {
    return valueMarket(this.valuations, { at: new Date(`${asOf}T12:00:00Z`), ...options });
  }

  get months(): MonthStore {
    return this.stores.get(MonthStore);
  }

  /** Publishes the months that have ended by the database's clock. */
  async finalize(graceDays: number, store = this.months): Promise<number> {
    const now = await this.stores.get(StoreClock).now();
    return (await finalizeMonths(store, { now, graceDays })).months;
  }

  /** Waits until a valuation is about to publish: it then waits for a lock that a test holds on changed items. */
  untilAboutToPublish(): Promise<unknown> {
    return eventually('it is about to publish', async () => {
      const { rowCount } = await this.db.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND query LIKE 'LOCK TABLE source.changed_item%'`,
      );
      return rowCount! > 0;
    });
  }

  restate(request: RestateRequest) {
    return restateMonth(this.months, request);
  }

  async rows<Row extends object = Record<string, unknown>>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    return (await this.db.query<Row>(text, values as unknown[])).rows;
  }

  async close(): Promise<void> {
    await this.database.close();
    await this.db.end();
    await this.drop();
  }
}
