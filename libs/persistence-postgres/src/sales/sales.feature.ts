import { epochDayOf, formatIsoDay } from '@brickmarket/domain';
import {
  type FinishedLease,
  type IdentifiedSale,
  type ImportOrigin,
  type MergeCounts,
  SaleExclusions,
  SalesImport,
} from '@brickmarket/persistence-ports';
import type { CopyIn, CopyValue } from '../bulk/copy-in.ts';
import { WriteSession } from '../bulk/write-session.ts';
import type { Database } from '../database/database.ts';
import { bind, type Feature } from '../feature.ts';
import { recordImport } from '../import-journal/record-import.ts';
import { MARK_CHANGED, NOTE_ARRIVALS, SALES_LOCK } from './changed-sales.ts';
import { finishLease } from '../sources/finish-lease.ts';
import { MOVE_BACK, PostgresSaleExclusions, SET_EXCLUDED_ASIDE, setAside } from './sale-exclusions.ts';

/** Temporary table; `position` is the row number in the file. */
const STAGED_SALE = `staged_sale (
  position integer, source_id integer, source_ref text COLLATE "C", item_id integer, condition source.sale_condition,
  sold_day date, price_cents integer, quantity integer, is_incomplete boolean
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
  'is_incomplete',
] as const;

const CONTENT = ['item_id', 'condition', 'sold_day', 'price_cents', 'quantity'] as const;

/** Storage of sales, with its share of staged ones. */
interface SalesTable {
  readonly table: string;
  readonly content: readonly string[];
  readonly takes: string;
}

const IS_EXCLUDED = `EXISTS (
  SELECT FROM source.sale_exclusion e
  WHERE e.included_at IS NULL AND e.source_id = s.source_id AND e.source_ref = s.source_ref)`;
const IS_ASIDE = `EXISTS (
  SELECT FROM source.excluded_sale a WHERE a.source_id = s.source_id AND a.source_ref = s.source_ref)`;
const COUNTED: SalesTable = {
  table: 'source.market_sale',
  content: CONTENT,
  takes: `NOT s.is_incomplete AND NOT ${IS_EXCLUDED} AND NOT ${IS_ASIDE}`,
};
/** Excluded sales are corrected first, then moved back if nothing excludes them. */
const ASIDE: SalesTable = {
  table: 'source.excluded_sale',
  content: [...CONTENT, 'is_incomplete'],
  takes: `s.is_incomplete OR ${IS_EXCLUDED} OR ${IS_ASIDE}`,
};

const lastOfEach = (columns: readonly string[], which: string): string => `
SELECT ${['source_id', 'source_ref', ...columns].join(', ')} FROM (
  SELECT DISTINCT ON (source_id, source_ref) * FROM staged_sale ORDER BY source_id, source_ref, position DESC
) s WHERE ${which}`;

const SET_INCOMPLETE_ASIDE = setAside(lastOfEach([], 's.is_incomplete'));

/** Inserts new sales of import `$1`; returns `count`. By item, so that each index page is read and logged once. */
const insertSales = ({ table, content, takes }: SalesTable, withTouched = ''): string => `
WITH touched AS (
  INSERT INTO ${table} (source_id, source_ref, ${content.join(', ')}, import_id)
  SELECT n.*, $1::integer FROM (${lastOfEach(content, takes)}) n ORDER BY n.item_id, n.sold_day
  ON CONFLICT DO NOTHING RETURNING item_id, source_id, source_ref, sold_day
), ${withTouched} marked AS (${MARK_CHANGED})
SELECT count(*)::integer AS count FROM touched`;

/** Corrects sales by import `$1`, saving old values; returns `count`. Both items have changed. */
const correctSales = ({ table, content, takes }: SalesTable): string => `
WITH corrected AS (
  UPDATE ${table} s
  SET ${content.map((column) => `${column} = n.${column}`).join(', ')}, import_id = $1::integer
  FROM (${lastOfEach(content, takes)}) n JOIN ${table} old USING (source_id, source_ref)
  WHERE s.source_id = n.source_id AND s.source_ref = n.source_ref
    AND (${content.map((column) => `old.${column}`).join(', ')})
      IS DISTINCT FROM (${content.map((column) => `n.${column}`).join(', ')})
  RETURNING old.*, n.item_id AS item_after, n.sold_day AS sold_after
), kept AS (
  INSERT INTO source.sale_before (import_id, source_id, source_ref, ${content.join(', ')}, import_before)
  SELECT $1::integer, source_id, source_ref, ${content.join(', ')}, import_id
  FROM corrected WHERE $1::integer IS NOT NULL AND import_id IS DISTINCT FROM $1::integer
), touched AS (
  SELECT item_id, sold_after AS sold_day FROM corrected UNION SELECT item_after, sold_after FROM corrected
), marked AS (${MARK_CHANGED})
SELECT count(*)::integer AS count FROM corrected`;

interface MergeStatements {
  readonly insert: string;
  readonly correct: string;
}
const MERGE_COUNTED: MergeStatements = {
  insert: insertSales(COUNTED, `arrived AS (${NOTE_ARRIVALS}),`),
  correct: correctSales(COUNTED),
};
const MERGE_ASIDE: MergeStatements = { insert: insertSales(ASIDE), correct: correctSales(ASIDE) };

const WHAT_IS_ASIDE = `
SELECT EXISTS (SELECT FROM source.sale_exclusion WHERE included_at IS NULL) AS "hasExclusions",
  EXISTS (SELECT FROM source.excluded_sale) AS "hasSales"`;

const FIND_SOURCE = 'SELECT id FROM source.sale_source WHERE name = $1';
/** Safe without ON CONFLICT: imports of sales exclude each other. */
const ADD_SOURCE = 'INSERT INTO source.sale_source (name) VALUES ($1) RETURNING id';

/** Rows per transaction: a longer one would block vacuum of the quota counters. */
export const ROWS_PER_PIECE = 200_000;

/** COPY into a temporary table, merged in parts. */
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
          const merge = new SalesMerge(session, importId, origin?.answers);
          await merge.begin();
          for await (const batch of batches) await merge.add(batch);
          return merge.end();
        },
        (counts) => counts,
      ),
    );
  }
}

class SalesMerge {
  readonly #sourceIds = new Map<string, number>();
  readonly #dayTexts = new Map<number, string>();
  #copy: CopyIn | null = null;
  /** Whether exclusions or incomplete sales exist, stored or staged. */
  #hasAside = false;
  #hasIncomplete = false;
  #staged = 0;
  #read = 0;
  #inserted = 0;
  #changed = 0;

  constructor(
    private readonly session: WriteSession,
    private readonly importId: number | null,
    private readonly answers: FinishedLease | undefined,
  ) {}

  async begin(): Promise<void> {
    await this.session.stage(STAGED_SALE);
    // Exclusions cannot change during an import.
    const [aside] = await this.session.query<{ hasExclusions: boolean; hasSales: boolean }>(WHAT_IS_ASIDE);
    this.#hasAside = aside!.hasExclusions || aside!.hasSales;
    // The last release, without exclusions, may have imported an excluded sale again.
    if (aside!.hasExclusions) await this.session.query(SET_EXCLUDED_ASIDE);
  }

  async add(batch: readonly IdentifiedSale[]): Promise<void> {
    for (const { sale } of batch) if (!this.#sourceIds.has(sale.source)) await this.#learnSource(sale.source);
    this.#copy ??= this.session.copyInto('staged_sale', STAGED_SALE_COLUMNS);
    await this.#copy.write(batch.map((sale, index) => this.#values(sale, this.#staged + index)));
    this.#staged += batch.length;
    this.#hasIncomplete ||= batch.some(({ sale }) => sale.isIncomplete === true);
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
    // No new data version: responses change with the next valuation.
    await this.session.merge('market', async () => {
      if (this.#hasIncomplete) await this.session.query(SET_INCOMPLETE_ASIDE);
      const aside = this.#hasAside || this.#hasIncomplete ? await this.#merge(MERGE_ASIDE, staged) : 0;
      if (aside > 0) await this.session.query(MOVE_BACK);
      const counted = await this.#merge(MERGE_COUNTED, staged);
      if (aside + counted > 0) await this.session.enqueueValuation();
      if (this.answers) await finishLease((text, values) => this.session.query(text, values), this.answers);
      return { result: undefined, changed: null };
    });
    await this.session.query('TRUNCATE staged_sale');
    this.#read += staged;
    this.#staged = 0;
    this.#hasAside ||= this.#hasIncomplete;
    this.#hasIncomplete = false;
    this.#copy = null;
  }

  async #merge({ insert, correct }: MergeStatements, staged: number): Promise<number> {
    const [fresh] = await this.session.query<{ count: number }>(insert, [this.importId]);
    const [corrected] =
      fresh!.count === staged ? [] : await this.session.query<{ count: number }>(correct, [this.importId]);
    this.#inserted += fresh!.count;
    this.#changed += corrected?.count ?? 0;
    return fresh!.count + (corrected?.count ?? 0);
  }

  async #learnSource(name: string): Promise<void> {
    const [known] = await this.session.query<{ id: number }>(FIND_SOURCE, [name]);
    // Avoids conflicts, which would use up sequence numbers.
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
      sale.isIncomplete === true,
    ];
  }

  #dayText(day: number): string {
    let text = this.#dayTexts.get(day);
    if (text === undefined) this.#dayTexts.set(day, (text = formatIsoDay(day)));
    return text;
  }
}

/** Licensed sales, read only by the valuation. */
export const SALES: Feature = {
  ports: [bind(SalesImport, PostgresSalesImport), bind(SaleExclusions, PostgresSaleExclusions)],
};
