import { epochDayOf, formatIsoDay } from '@brickmarket/domain';
import {
  type IdentifiedSale,
  type ImportOrigin,
  type MergeCounts,
  SaleExclusions,
  SalesImport,
} from '@brickmarket/persistence-ports';
import type { CopyIn, CopyValue } from '../bulk/binary-copy.ts';
import { WriteSession } from '../bulk/write-session.ts';
import type { Database } from '../database/database.ts';
import { bind, type Feature } from '../feature.ts';
import { recordImport } from '../import-journal/record-import.ts';
import { MARK_CHANGED, NOTE_ARRIVALS, SALES_LOCK } from './changed-sales.ts';
import { ExcludeSales1794918000001 } from './migrations/1794918000001-exclude-sales.ts';
import { WidenSaleSource1794701100001 } from './migrations/1794701100001-widen-sale-source.ts';
import { PostgresSaleExclusions, SET_EXCLUDED_ASIDE } from './sale-exclusions.ts';

/** The temporary table that a part of a sales feed is staged in; `position` is the row's number in the feed. */
const STAGED_SALE = `staged_sale (
  position integer, source_id integer, source_ref text COLLATE "C", item_id integer, condition source.sale_condition,
  sold_day date, price_cents integer, quantity integer
)`;
const STAGED_SALE_COLUMNS = [
  'position',
  'source_id',
  'source_ref',
  'item_id',
  'condition',
  'sold_day',
  'price_cents',
  'quantity',
] as const;

/** The last row of each sale that is excluded, or of each that is not. */
const lastOfEach = (isExcluded: boolean): string => `
SELECT DISTINCT ON (source_id, source_ref) source_id, source_ref, item_id, condition, sold_day, price_cents, quantity
FROM staged_sale s WHERE ${isExcluded ? '' : 'NOT '}EXISTS (
  SELECT FROM source.sale_exclusion e
  WHERE e.included_at IS NULL AND e.source_id = s.source_id AND e.source_ref = s.source_ref
) ORDER BY source_id, source_ref, position DESC`;

/**
 * Inserts the sales that are not stored yet, as brought by the import `$1`, and does something with `touched`; returns
 * one row, `count`.
 */
const insertSales = (table: string, last: string, withTouched = ''): string => `
WITH touched AS (
  INSERT INTO ${table} (source_id, source_ref, item_id, condition, sold_day, price_cents, quantity, import_id)
  SELECT n.*, $1::integer FROM (${last}) n
  ON CONFLICT DO NOTHING RETURNING item_id, source_id, source_ref, sold_day
), ${withTouched} marked AS (${MARK_CHANGED})
SELECT count(*)::integer AS count FROM touched`;

/**
 * Corrects stored sales that have other content, by the import `$1`, and keeps what they were unless the same import
 * wrote that; returns one row, `count`. The old and the new item have both changed.
 */
const correctSales = (table: string, last: string): string => `
WITH corrected AS (
  UPDATE ${table} s
  SET item_id = n.item_id, condition = n.condition, sold_day = n.sold_day,
      price_cents = n.price_cents, quantity = n.quantity, import_id = $1::integer
  FROM (${last}) n JOIN ${table} old USING (source_id, source_ref)
  WHERE s.source_id = n.source_id AND s.source_ref = n.source_ref
    AND (old.item_id, old.condition, old.sold_day, old.price_cents, old.quantity)
      IS DISTINCT FROM (n.item_id, n.condition, n.sold_day, n.price_cents, n.quantity)
  RETURNING old.*, n.item_id AS item_after
), kept AS (
  INSERT INTO source.sale_before (
    import_id, source_id, source_ref, item_id, condition, sold_day, price_cents, quantity, import_before
  )
  SELECT $1::integer, source_id, source_ref, item_id, condition, sold_day, price_cents, quantity, import_id
  FROM corrected WHERE $1::integer IS NOT NULL AND import_id IS DISTINCT FROM $1::integer
), touched AS (
  SELECT item_id FROM corrected UNION SELECT item_after FROM corrected
), marked AS (${MARK_CHANGED})
SELECT count(*)::integer AS count FROM corrected`;

/** The statements that merge the staged sales which count, and those which are excluded and kept aside. */
const MERGE_COUNTED = mergeInto('source.market_sale', lastOfEach(false), `arrived AS (${NOTE_ARRIVALS}),`);
const MERGE_EXCLUDED = mergeInto('source.excluded_sale', lastOfEach(true));

function mergeInto(
  table: string,
  last: string,
  withTouched?: string,
): { readonly insert: string; readonly correct: string } {
  return { insert: insertSales(table, last, withTouched), correct: correctSales(table, last) };
}

const HAS_EXCLUSIONS = 'SELECT EXISTS (SELECT FROM source.sale_exclusion WHERE included_at IS NULL) AS "hasAny"';

const FIND_SOURCE = 'SELECT id FROM source.sale_source WHERE name = $1';
/** Safe without ON CONFLICT: imports of sales exclude each other. */
const ADD_SOURCE = 'INSERT INTO source.sale_source (name) VALUES ($1) RETURNING id';

/**
 * Rows merged by one transaction. A longer one would keep dead row versions of the quota counters from being removed.
 */
export const ROWS_PER_PIECE = 200_000;

/** Sales by COPY into a temporary table, merged part by part. */
class PostgresSalesImport extends SalesImport {
  constructor(private readonly database: Database) {
    super();
  }

  async mergeSales(batches: AsyncIterable<readonly IdentifiedSale[]>, origin?: ImportOrigin): Promise<MergeCounts> {
    return WriteSession.run(this.database, SALES_LOCK, (session) =>
      recordImport(
        session,
        { kind: 'sales', subject: SALES_LOCK, origin },
        async (importId) => {
          const merge = new SalesMerge(session, importId);
          await merge.begin();
          for await (const batch of batches) await merge.add(batch);
          return merge.end();
        },
        (counts) => counts,
      ),
    );
  }
}

/** One import: fills the staging table and merges it whenever it has enough rows. */
class SalesMerge {
  readonly #sourceIds = new Map<string, number>();
  readonly #dayTexts = new Map<number, string>();
  #copy: CopyIn | null = null;
  #hasExclusions = false;
  #staged = 0;
  #read = 0;
  #inserted = 0;
  #changed = 0;

  constructor(
    private readonly session: WriteSession,
    private readonly importId: number | null,
  ) {}

  async begin(): Promise<void> {
    await this.session.stage(STAGED_SALE);
    // No exclusion begins or ends during an import.
    const [exclusions] = await this.session.query<{ hasAny: boolean }>(HAS_EXCLUSIONS);
    this.#hasExclusions = exclusions!.hasAny;
    // A process of the release before this one, which knows of no exclusions, may have brought an excluded sale again.
    if (this.#hasExclusions) await this.session.query(SET_EXCLUDED_ASIDE);
  }

  async add(batch: readonly IdentifiedSale[]): Promise<void> {
    for (const { sale } of batch) if (!this.#sourceIds.has(sale.source)) await this.#learnSource(sale.source);
    this.#copy ??= this.session.copyInto('staged_sale', STAGED_SALE_COLUMNS);
    await this.#copy.write(batch.map((sale, index) => this.#values(sale, this.#staged + index)));
    this.#staged += batch.length;
    if (this.#staged >= ROWS_PER_PIECE) await this.#mergePiece();
  }

  async end(): Promise<MergeCounts> {
    if (this.#staged > 0) await this.#mergePiece();
    if (this.#inserted > 0) await this.session.vacuum('source.market_sale');
    return { inserted: this.#inserted, changed: this.#changed, unchanged: this.#read - this.#inserted - this.#changed };
  }

  async #mergePiece(): Promise<void> {
    const staged = await this.#copy!.end();
    await this.session.analyzeStaged('staged_sale');
    // No new data version: responses change only with the next valuation.
    await this.session.merge('market', async () => {
      const written = await this.#merge(MERGE_COUNTED, staged);
      const excluded = this.#hasExclusions ? await this.#merge(MERGE_EXCLUDED, staged) : 0;
      if (written + excluded > 0) await this.session.enqueueValuation();
      return { result: undefined, changed: null };
    });
    await this.session.query('TRUNCATE staged_sale');
    this.#read += staged;
    this.#staged = 0;
    this.#copy = null;
  }

  /** Returns how many sales were inserted or corrected. */
  async #merge({ insert, correct }: typeof MERGE_COUNTED, staged: number): Promise<number> {
    const [fresh] = await this.session.query<{ count: number }>(insert, [this.importId]);
    const [corrected] =
      fresh!.count === staged ? [] : await this.session.query<{ count: number }>(correct, [this.importId]);
    this.#inserted += fresh!.count;
    this.#changed += corrected?.count ?? 0;
    return fresh!.count + (corrected?.count ?? 0);
  }

  async #learnSource(name: string): Promise<void> {
    const [known] = await this.session.query<{ id: number }>(FIND_SOURCE, [name]);
    // An insert that conflicts would still use up a number of the sequence, so only a new source is inserted.
    const source = known ?? (await this.session.query<{ id: number }>(ADD_SOURCE, [name]))[0]!;
    this.#sourceIds.set(name, source.id);
  }

  #values({ itemId, sale }: IdentifiedSale, position: number): readonly CopyValue[] {
    return [
      position,
      this.#sourceIds.get(sale.source)!,
      sale.sourceRef,
      itemId,
      sale.condition,
      this.#dayText(epochDayOf(sale.soldAt)),
      sale.priceCents,
      sale.quantity,
    ];
  }

  #dayText(day: number): string {
    let text = this.#dayTexts.get(day);
    if (text === undefined) this.#dayTexts.set(day, (text = formatIsoDay(day)));
    return text;
  }
}

/** Licensed sales, which only the valuation reads. */
export const SALES: Feature = {
  ports: [bind(SalesImport, PostgresSalesImport), bind(SaleExclusions, PostgresSaleExclusions)],
  migrations: [WidenSaleSource1794701100001, ExcludeSales1794918000001],
};
