import { epochDayOf, formatIsoDay } from '@brickmarket/domain';
import { type IdentifiedSale, type MergeCounts, SalesImport } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import type { CopyIn } from '../import/copy-in.ts';
import type { CopyValue } from '../import/copy-text.ts';
import { ImportSession } from '../import/import-session.ts';
import * as sql from './merge-sales.sql.ts';

/** What one transaction takes in: short enough that no old row version of the hot counters piles up meanwhile. */
const ROWS_PER_PIECE = 200_000;

/** Sales by COPY into a temporary table, merged piece by piece. */
export class PostgresSalesImport extends SalesImport {
  constructor(private readonly database: Database) {
    super();
  }

  async mergeSales(batches: AsyncIterable<readonly IdentifiedSale[]>): Promise<MergeCounts> {
    return ImportSession.run(this.database, 'sales', async (session) => {
      const merge = new SalesMerge(session);
      await session.stage(sql.STAGED_SALE);
      for await (const batch of batches) await merge.add(batch);
      return merge.end();
    });
  }
}

/** One import: fills the staging table and empties it whenever it holds a piece. */
class SalesMerge {
  readonly #sourceIds = new Map<string, number>();
  readonly #dayTexts = new Map<number, string>();
  #copy: CopyIn | null = null;
  #staged = 0;
  #read = 0;
  #inserted = 0;
  #changed = 0;

  constructor(private readonly session: ImportSession) {}

  async add(batch: readonly IdentifiedSale[]): Promise<void> {
    for (const { sale } of batch) if (!this.#sourceIds.has(sale.source)) await this.#learnSource(sale.source);
    this.#copy ??= this.session.copyInto('staged_sale', sql.STAGED_SALE_COLUMNS);
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
    // Nothing that answers are made from is different before the next valuation.
    await this.session.merge('market', async () => {
      const [fresh] = await this.session.query<{ count: number }>(sql.INSERT_SALES);
      const [corrected] = fresh!.count === staged ? [] : await this.session.query<{ count: number }>(sql.CORRECT_SALES);
      this.#inserted += fresh!.count;
      this.#changed += corrected?.count ?? 0;
      return { result: undefined, hasChanged: false };
    });
    await this.session.query('TRUNCATE staged_sale');
    this.#read += staged;
    this.#staged = 0;
    this.#copy = null;
  }

  async #learnSource(name: string): Promise<void> {
    const [known] = await this.session.query<{ id: number }>(sql.FIND_SOURCE, [name]);
    // An insert takes a number from the sequence even when the source is there already: only a new one is inserted.
    const source = known ?? (await this.session.query<{ id: number }>(sql.ADD_SOURCE, [name]))[0]!;
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
