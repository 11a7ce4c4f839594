import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatIsoDay, parseIsoDay } from '@brickmarket/domain';
import { finalizeMonths, importRenames, importRetailPrices, valueMarket } from '@brickmarket/operations';
import {
  CatalogImport,
  ItemDirectory,
  MonthStore,
  RetailImport,
  SalesImport,
  ValuationStore,
} from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { ImportFolder } from '../support/import-folder.ts';
import { sized } from '../support/lane.ts';
import { moveClock } from '../support/move-clock.ts';
import { TestApi } from '../support/test-api.ts';

const STEPS = sized({ quick: 40, full: 1_000 });
const COMPARED_EVERY = sized({ quick: 10, full: 20 });
const SETS = 24;
const MINIFIGS = 10;
const FIRST_DAY = parseIsoDay('2026-09-20')!;

interface Change {
  readonly type: 'set' | 'minifig';
  readonly number: string;
  readonly what: readonly string[];
  readonly renamed_to: string | null;
  readonly gone: boolean;
}

/** Records by what they are and their number, as JSON. */
type Copy = Map<string, string>;

describe('a copy that follows the changes', () => {
  const folder = new ImportFolder();
  let api: TestApi;
  let database: Database;
  let stores: Stores;
  let key: string;
  let day = FIRST_DAY;
  let files = 0;
  let sales = 0;

  beforeAll(async () => {
    api = await TestApi.start();
    ({ key } = await api.account());
    database = await Database.connect({ url: api.databaseUrl, applicationName: 'spec' });
    stores = new Stores(database);
    await setDay(FIRST_DAY);
  });

  afterAll(async () => {
    await database.close();
    await api.stop();
  });

  let seed = 20_261_117;
  const random = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most;
  const pick = <T>(from: readonly T[]): T => from[random(from.length)]!;
  const instant = (): string => `${formatIsoDay(day)}T12:00:00Z`;
  const setDay = async (to: number): Promise<void> => {
    day = to;
    await moveClock(api.db, instant());
  };
  const numbers = async (): Promise<string[]> =>
    (await api.db.query<{ n: string }>('SELECT set_number AS n FROM catalog.lego_set ORDER BY id')).rows.map(
      ({ n }) => n,
    );
  const written = async (content: readonly string[]): Promise<string> => {
    const file = join(folder.path, `${++files}.csv`);
    await writeFile(file, content.map((line) => `${line}\n`).join(''));
    return file;
  };

  async function* catalogue() {
    const sets = Array.from({ length: SETS }, (_, at) => `${at + 1}-1`).filter(() => random(4) > 0);
    const figures = Array.from({ length: MINIFIGS }, (_, at) => `fig-${at + 1}`);
    yield {
      kind: 'sets' as const,
      records: sets.map((setNumber) => ({
        setNumber,
        title: `Set ${setNumber} ${random(3)}`,
        theme: pick(['Castle', 'Town']),
        subtheme: null,
        year: pick([null, 2023, 2024, 2026, 2027]),
        pieces: 10 + random(2),
        imageUrl: null,
      })),
    };
    yield {
      kind: 'minifigs' as const,
      records: figures.map((minifigNumber) => ({
        minifigNumber,
        name: `Figure ${random(2)}`,
        category: null,
        color: null,
        yearReleased: null,
        imageUrl: null,
      })),
    };
    yield {
      kind: 'set-minifigs' as const,
      records: sets.flatMap((setNumber) =>
        figures
          .filter(() => random(8) === 0)
          .map((minifigNumber) => ({ setNumber, minifigNumber, quantity: 1 + random(2) })),
      ),
    };
  }

  async function* details() {
    const exitDay = random(2) === 0 ? null : day + random(250) - 20;
    yield [
      {
        setNumber: pick(await numbers()),
        upc: null,
        ean: null,
        msrpCents: 1_000 + random(5_000),
        releaseDay: day - random(900),
        exitDay,
        box: null,
      },
    ];
  }

  async function* figureNumbers() {
    yield [{ minifigNumber: `fig-${1 + random(MINIFIGS)}`, marketplaceNumber: `sw${random(4)}` }];
  }

  async function* someSales() {
    const ids = await stores.get(ItemDirectory).load();
    const [number, id] = pick([...ids.sets]);
    yield Array.from({ length: 1 + random(4) }, () => ({
      itemId: id,
      sale: {
        itemKind: 'set' as const,
        itemNumber: number,
        condition: pick(['sealed', 'used'] as const),
        soldAt: new Date((day - random(80)) * 86_400_000),
        priceCents: 1_000 + random(9_000),
        quantity: 1,
        source: 'ebay',
        sourceRef: `sale ${++sales}`,
      },
    }));
  }

  const retailPrices = async (): Promise<unknown> =>
    importRetailPrices(
      stores.get(RetailImport),
      [
        await written([
          'retailer,set_number,asin,upc,ean,observed_at,price_usd,list_price_usd,seller_type,in_stock,product_url,' +
            'lowest_fba_usd,fba_sellers,buy_box_usd',
          `${pick(['retailer_a', 'retailer_b'])},${pick(await numbers())},B00000000${random(9)},,,` +
            `${formatIsoDay(day - random(40))}T0${random(9)}:00:00Z,${10 + random(90)}.99,99.99,retailer,true,,,,`,
        ]),
      ],
      { now: new Date(instant()) },
    );

  const renames = async (): Promise<unknown> => {
    const known = await numbers();
    const [a, b] = [pick(known), pick(known)];
    const lines = pick([[`${a},${b}`, `${b},${a}`], [`${a},${100 + random(900)}-1`], [`${a},${b}`], [`${a},`]]);
    return importRenames(stores.get(CatalogImport), await written(['old_number,new_number', ...lines]));
  };

  const value = (all = false): Promise<unknown> =>
    valueMarket(stores.get(ValuationStore), { at: new Date(instant()), all, leavesLater: true });

  const STEPS_OF_A_MARKET: readonly (readonly [weight: number, step: () => Promise<unknown>])[] = [
    [2, () => stores.get(CatalogImport).mergeCatalog(catalogue())],
    [3, () => stores.get(CatalogImport).mergeSetDetails(details())],
    [3, () => stores.get(CatalogImport).mergeMinifigNumbers(figureNumbers())],
    [6, async () => (await stores.get(SalesImport).mergeSales(someSales()), value())],
    [1, () => value(true)],
    [5, retailPrices],
    [4, renames],
    [2, () => finalizeMonths(stores.get(MonthStore), { now: new Date(instant()), graceDays: 1 })],
    [3, () => setDay(day + 1 + random(3))],
  ];
  const deck = STEPS_OF_A_MARKET.flatMap(([weight, step]) => Array.from({ length: weight }, () => step));

  /** A step whose process is killed on the way loses its connections, whatever it was doing. */
  async function killed(step: () => Promise<unknown>): Promise<void> {
    const ended = step().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, random(15)));
    await api.db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'spec' AND datname = current_database()`,
    );
    await ended;
  }

  const get = <Data>(path: string): Promise<Data> => api.data<Data>(path, key);
  const keyOf = (type: string, number: string): string => `${type} ${number}`;

  /** Reads records into a copy; those that are not there are removed from it. */
  async function read(copy: Copy, changes: readonly Pick<Change, 'type' | 'number' | 'what'>[]): Promise<void> {
    const ofRecord = changes.filter(({ what }) => what.some((part) => part !== 'history'));
    for (let at = 0; at < ofRecord.length; at += 100) {
      const part = ofRecord.slice(at, at + 100);
      const asked = (type: string): string[] => part.filter((one) => one.type === type).map(({ number }) => number);
      const body = { sets: asked('set'), minifigs: asked('minifig') };
      const batch = await api.data<Record<string, { found: boolean }[]>>('/catalog/batch', key, {
        method: 'POST',
        body,
      });
      for (const [type, list] of [
        ['set', body.sets],
        ['minifig', body.minifigs],
      ] as const)
        list.forEach((number, index) => {
          const { found, ...record } = batch[`${type}s`]![index]!;
          // An old number answers with the record of another one: that is a record of the other.
          if (found && (record as Record<string, unknown>)[`${type}_number`] === number)
            copy.set(keyOf(type, number), JSON.stringify(record));
          else copy.delete(keyOf(type, number));
        });
    }
    for (const { number } of changes.filter(
      ({ type, what }) => type === 'set' && what.some((part) => part === 'history' || part === 'catalog'),
    )) {
      for (const condition of ['sealed', 'used']) {
        const answer = await api.call(`/set/${number}/history?condition=${condition}`, { key });
        const data = answer.status === 200 ? answer.json<{ data: { set_number: string } }>().data : null;
        if (data?.set_number === number) copy.set(keyOf(condition, number), JSON.stringify(data));
        else copy.delete(keyOf(condition, number));
      }
    }
  }

  async function fullRead(): Promise<Copy> {
    const copy: Copy = new Map();
    const figures = await api.db.query<{ n: string }>(
      'SELECT coalesce(marketplace_number, minifig_number) AS n FROM catalog.minifig',
    );
    await read(copy, [
      ...(await numbers()).map((number) => ({ type: 'set' as const, number, what: ['catalog', 'history'] })),
      ...figures.rows.map(({ n: number }) => ({ type: 'minifig' as const, number, what: ['catalog'] })),
    ]);
    return copy;
  }

  it(`equals a full read, byte by byte, after ${STEPS} random steps with kills of writers and of itself`, async () => {
    let { cursor } = await get<{ cursor: string }>('/catalog/changes');
    const copy: Copy = new Map();

    /** Follows the changes; a copy that is killed on the way has no new cursor and begins again at the last one. */
    async function follow(isKilled: boolean): Promise<void> {
      let at = cursor;
      for (let hasMore = true; hasMore;) {
        const page = await get<{ changes: Change[]; cursor: string; has_more: boolean }>(
          `/catalog/changes?after=${at}&limit=${1 + random(30)}`,
        );
        await read(copy, page.changes);
        if (isKilled && random(2) === 0) return;
        ({ cursor: at, has_more: hasMore } = page);
      }
      cursor = at;
    }

    await stores.get(CatalogImport).mergeCatalog(catalogue());
    for (let step = 1; step <= STEPS; step++) {
      const next = pick(deck);
      if (random(10) === 0) await killed(next);
      else await next();
      if (random(3) === 0) await follow(random(4) === 0);
      if (step % COMPARED_EVERY > 0) continue;
      await follow(false);
      const expected = await fullRead();
      const entries = (of: Copy): string[] => [...of].map(([name, json]) => `${name} ${json}`).toSorted();
      expect(entries(copy)).toEqual(entries(expected));
    }
    expect(copy.size).toBeGreaterThan(SETS);
  });
});
