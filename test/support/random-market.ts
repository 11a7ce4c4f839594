import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConflictError, formatIsoDay, NotFoundError, parseIsoDay, parseIsoMonth } from '@brickmarket/domain';
import {
  excludeSale,
  finalizeMonths,
  importRenames,
  importRetailPrices,
  restateMonth,
  undoMarketImport,
  valueMarket,
} from '@brickmarket/operations';
import {
  CatalogImport,
  ImportJournal,
  ItemDirectory,
  MonthStore,
  RetailImport,
  SaleExclusions,
  SalesImport,
  UNDOABLE_KINDS,
  ValuationStore,
} from '@brickmarket/persistence-ports';
import { aMinifig, aSet, someDetails } from '@brickmarket/persistence-ports/testing';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import type { Pool } from 'pg';
import type { ImportFolder } from './import-folder.ts';
import { moveClock } from './move-clock.ts';

export const SETS = 24;
const MINIFIGS = 10;
const FIRST_DAY = parseIsoDay('2026-09-20')!;

/** Numbers of the marketplace: in two spellings, and some that are numbers of the catalog too. */
const MARKETPLACE_NUMBERS = ['sw1', 'SW1', 'sw2', 'sw3', 'fig-1', 'FIG-2', 'fig-3'];

type Step = (stores: Stores) => Promise<unknown>;

/**
 * A small market in which everything changes that an answer is made from: imports, undone imports, valuations, months,
 * renames, and time. The same seed gives the same steps; where a process is killed depends on the machine.
 */
export class RandomMarket {
  #day = FIRST_DAY;
  #files = 0;
  #sales = 0;
  #processes = 0;

  private constructor(
    private readonly db: Pool,
    private readonly url: string,
    private readonly folder: ImportFolder,
    private seed: number,
    private readonly database: Database,
  ) {}

  static async begin(db: Pool, url: string, folder: ImportFolder, seed: number): Promise<RandomMarket> {
    const database = await Database.connect({ url, applicationName: 'random market' });
    const market = new RandomMarket(db, url, folder, seed, database);
    await moveClock(db, market.instant);
    return market;
  }

  close(): Promise<void> {
    return this.database.close();
  }

  /** Below `most`, from 0. */
  random(most: number): number {
    return (this.seed = (this.seed * 48_271) % 2_147_483_647) % most;
  }

  async open(): Promise<void> {
    await new Stores(this.database).get(CatalogImport).mergeCatalog(this.catalogue());
  }

  /** Something happens; every tenth time the process that does it is killed on the way. */
  async step(): Promise<void> {
    const step = this.pick(this.deck);
    if (this.random(10) === 0) await this.killed(step);
    else await step(new Stores(this.database));
  }

  get instant(): string {
    return `${formatIsoDay(this.#day)}T12:00:00Z`;
  }

  async setNumbers(): Promise<string[]> {
    const { rows } = await this.db.query<{ n: string }>('SELECT set_number AS n FROM catalog.lego_set ORDER BY id');
    return rows.map(({ n }) => n);
  }

  async minifigNumbers(): Promise<string[]> {
    const { rows } = await this.db.query<{ n: string }>(
      'SELECT coalesce(marketplace_number, minifig_number) AS n FROM catalog.minifig ORDER BY id',
    );
    return rows.map(({ n }) => n);
  }

  private pick<T>(from: readonly T[]): T {
    return from[this.random(from.length)]!;
  }

  /**
   * A process of its own: its connections end whatever it is doing. Those of others do not, as a pool hands out a
   * connection that was just ended before it has heard of it.
   */
  private async killed(step: Step): Promise<void> {
    const name = `killed ${++this.#processes}`;
    const database = await Database.connect({ url: this.url, applicationName: name });
    const ended = step(new Stores(database)).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, this.random(15)));
    await this.db.query(
      `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
       WHERE application_name = $1 AND datname = current_database()`,
      [name],
    );
    await ended;
    await database.close();
  }

  private readonly value =
    (all = false): Step =>
    (stores) =>
      valueMarket(stores.get(ValuationStore), { at: new Date(this.instant), all, leavesLater: true });

  private readonly steps: readonly (readonly [weight: number, step: Step])[] = [
    [2, (stores) => stores.get(CatalogImport).mergeCatalog(this.catalogue())],
    [3, (stores) => stores.get(CatalogImport).mergeSetDetails(this.details(), this.origin())],
    [4, (stores) => stores.get(CatalogImport).mergeMinifigNumbers(this.figureNumbers())],
    [
      6,
      async (stores) => {
        await stores.get(SalesImport).mergeSales(this.someSales(stores), this.origin());
        await this.value()(stores);
      },
    ],
    [1, this.value(true)],
    [5, (stores) => this.retailPrices(stores)],
    [4, (stores) => this.renames(stores)],
    [2, (stores) => finalizeMonths(stores.get(MonthStore), { now: new Date(this.instant), graceDays: 1 })],
    [1, (stores) => this.restate(stores)],
    [2, (stores) => this.undo(stores)],
    [1, (stores) => this.exclude(stores)],
    [3, () => this.passTime()],
  ];
  private readonly deck = this.steps.flatMap(([weight, step]) => Array.from({ length: weight }, () => step));

  private async passTime(): Promise<void> {
    this.#day += 1 + this.random(3);
    await moveClock(this.db, this.instant);
  }

  private origin(): { files: readonly string[]; facts(): { rejected: number; checksum: string } } {
    return { files: ['some.csv'], facts: () => ({ rejected: 0, checksum: String(this.#files) }) };
  }

  private async written(content: readonly string[]): Promise<string> {
    const file = join(this.folder.path, `${++this.#files}.csv`);
    await writeFile(file, content.map((line) => `${line}\n`).join(''));
    return file;
  }

  private async *catalogue() {
    const sets = Array.from({ length: SETS }, (_, at) => `${at + 1}-1`).filter(() => this.random(4) > 0);
    const figures = Array.from({ length: MINIFIGS }, (_, at) => `fig-${at + 1}`).filter(() => this.random(5) > 0);
    yield {
      kind: 'sets' as const,
      records: sets.map((setNumber) =>
        aSet(setNumber, {
          title: `Set ${setNumber} ${this.random(3)}`,
          theme: this.pick(['Castle', 'Town']),
          year: this.pick([null, 2023, 2024, 2026, 2027]),
          pieces: 10 + this.random(2),
        }),
      ),
    };
    yield {
      kind: 'minifigs' as const,
      records: figures.map((number) => aMinifig(number, { name: `Figure ${this.random(2)}` })),
    };
    yield {
      kind: 'set-minifigs' as const,
      records: sets.flatMap((setNumber) =>
        figures
          .filter(() => this.random(8) === 0)
          .map((minifigNumber) => ({ setNumber, minifigNumber, quantity: 1 + this.random(2) })),
      ),
    };
  }

  private async *details() {
    const exitDay = this.random(2) === 0 ? null : this.#day + this.random(250) - 20;
    yield [
      someDetails(this.pick(await this.setNumbers()), {
        msrpCents: 1_000 + this.random(5_000),
        releaseDay: this.#day - this.random(900),
        exitDay,
      }),
    ];
  }

  private async *figureNumbers() {
    const figures = [`fig-${1 + this.random(MINIFIGS)}`, `fig-${1 + this.random(MINIFIGS)}`];
    const first = this.pick(MARKETPLACE_NUMBERS);
    const second = this.pick(MARKETPLACE_NUMBERS);
    const isOne = figures[0] === figures[1] || first.toLowerCase() === second.toLowerCase();
    yield [
      { minifigNumber: figures[0]!, marketplaceNumber: first },
      ...(isOne ? [] : [{ minifigNumber: figures[1]!, marketplaceNumber: second }]),
    ];
  }

  private async *someSales(stores: Stores) {
    const items = await stores.get(ItemDirectory).load();
    const [itemNumber, itemId] = this.pick([...items.sets]);
    yield Array.from({ length: 1 + this.random(4) }, () => ({
      itemId,
      sale: {
        itemKind: 'set' as const,
        itemNumber,
        condition: this.pick(['sealed', 'used'] as const),
        soldAt: new Date((this.#day - this.random(80)) * 86_400_000),
        priceCents: 1_000 + this.random(9_000),
        quantity: 1,
        source: 'ebay',
        sourceRef: `sale ${++this.#sales}`,
      },
    }));
  }

  private async retailPrices(stores: Stores): Promise<unknown> {
    const file = await this.written([
      'retailer,set_number,asin,upc,ean,observed_at,price_usd,list_price_usd,seller_type,in_stock,product_url,' +
        'lowest_fba_usd,fba_sellers,buy_box_usd',
      `${this.pick(['retailer_a', 'retailer_b'])},${this.pick(await this.setNumbers())},B00000000${this.random(9)},,,` +
        `${formatIsoDay(this.#day - this.random(40))}T0${this.random(9)}:00:00Z,${10 + this.random(90)}.99,99.99,` +
        'retailer,true,,,,',
    ]);
    return importRetailPrices(stores.get(RetailImport), [file], { now: new Date(this.instant) });
  }

  private async renames(stores: Stores): Promise<unknown> {
    const known = await this.setNumbers();
    const [a, b] = [this.pick(known), this.pick(known)];
    const lines = this.pick([
      [`${a},${b}`, `${b},${a}`],
      [`${a},${100 + this.random(900)}-1`],
      [`${a},${b}`],
      [`${a},`],
    ]);
    return importRenames(stores.get(CatalogImport), await this.written(['old_number,new_number', ...lines]));
  }

  private async restate(stores: Stores): Promise<unknown> {
    const request = {
      setNumber: this.pick(await this.setNumbers()),
      month: parseIsoMonth(this.instant.slice(0, 7))! - 1 - this.random(2),
      by: 'spec',
      reason: 'random',
    };
    return restateMonth(stores.get(MonthStore), request).catch(unlessRefused);
  }

  private async undo(stores: Stores): Promise<void> {
    const journal = stores.get(ImportJournal);
    const undoable = (await journal.list(20)).filter(({ kind }) => UNDOABLE_KINDS.some((one) => one === kind));
    if (undoable.length === 0) return;
    await undoMarketImport(journal, this.pick(undoable).id, { isDryRun: false }).catch(unlessRefused);
    await this.value()(stores);
  }

  private async exclude(stores: Stores): Promise<void> {
    const decision = {
      source: 'ebay',
      sourceRef: `sale ${1 + this.random(this.#sales + 1)}`,
      by: 'spec',
      reason: 'random',
    };
    await excludeSale(stores.get(SaleExclusions), decision).catch(unlessRefused);
    await this.value()(stores);
  }
}

/** What is not there, or cannot be done now, changes nothing. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof ConflictError || error instanceof NotFoundError)) throw error;
}
