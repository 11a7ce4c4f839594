import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { FolderSnapshots, type SnapshotKind } from '@brickmarket/catalog-copy';
import { importRetailPrices } from '@brickmarket/operations';
import { RetailImport } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { insertMinifig, insertSet, putMinifigInSet } from '../support/catalog-builders.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { moveClock } from '../support/move-clock.ts';
import { TestApi } from '../support/test-api.ts';
import { makeTestSnapshots } from '../support/test-snapshots.ts';
import { insertValue } from '../support/value-builders.ts';

const NOW = '2026-11-16T12:00:00Z';

/**
 * All that a file may hold. What is licensed, sales and observations of product pages, is not in it: only what is
 * computed of them, and the newest offer of each retailer. A field that is added to a record is added here by a user
 * who has made sure of that.
 */
const ALLOWED: Readonly<Record<SnapshotKind, readonly string[]>> = {
  sets: [
    ...['set_number', 'title', 'theme', 'subtheme', 'pieces', 'minifigs_count', 'minifigs', 'image_url'],
    ...['barcodes.upc', 'barcodes.ean', 'msrp_usd', 'release_date', 'retire_date', 'status_id'],
    ...['box.width_in', 'box.height_in', 'box.depth_in', 'box.weight_lbs'],
    ...['data_tier', 'new_value_usd', 'used_value_usd'],
    ...['value_range.low', 'value_range.high', 'value_range.calculated_at'],
    ...['retailers.retailer', 'retailers.retailer_name', 'retailers.current_price', 'retailers.list_price'],
    ...['retailers.discount_percent', 'retailers.in_stock', 'retailers.is_first_party', 'retailers.product_url'],
    'retailers.last_checked_at',
  ],
  minifigs: [
    ...['minifig_number', 'name', 'category', 'color', 'year_released', 'image_url', 'set_count', 'sets'],
    ...['current_value_usd', 'value_range.low', 'value_range.high'],
  ],
  history: [
    ...['set_number', 'condition', 'history.month', 'history.value_usd', 'history.range_low', 'history.range_high'],
    ...['history.sales_count', 'history.event'],
  ],
};

const RESPONSES: Readonly<Record<SnapshotKind, string>> = {
  sets: 'SetResponse',
  minifigs: 'MinifigResponse',
  history: 'HistoryResponse',
};

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

type Schemas = Readonly<Record<string, Schema>>;

/** The names of all fields that hold no further ones: `value_range.low`. */
function fieldsOfSchema(schemas: Schemas, schema: Schema, name = ''): readonly string[] {
  if (schema.$ref !== undefined) return fieldsOfSchema(schemas, schemas[schema.$ref.split('/').at(-1)!]!, name);
  const within = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (schema.items !== undefined) within.push(schema.items);
  const found = [
    ...within.flatMap((one) => fieldsOfSchema(schemas, one, name)),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, value]) =>
      fieldsOfSchema(schemas, value, name === '' ? key : `${name}.${key}`),
    ),
  ].filter((field) => field !== name);
  return found.length === 0 ? [name] : found;
}

function fieldsOfValue(value: unknown, name = ''): readonly string[] {
  if (Array.isArray(value)) {
    const found = value.flatMap((one) => fieldsOfValue(one, name));
    return found.length === 0 ? [name] : found;
  }
  if (value === null || typeof value !== 'object') return [name];
  return Object.entries(value).flatMap(([key, one]) => fieldsOfValue(one, name === '' ? key : `${name}.${key}`));
}

const sorted = (fields: readonly string[]): readonly string[] => [...new Set(fields)].toSorted();

describe('snapshots', () => {
  const files = new ImportFolder();
  const folder = join(files.path, 'snapshots');
  let api: TestApi;
  const texts = new Map<SnapshotKind, string>();

  beforeAll(async () => {
    api = await TestApi.start();
    await moveClock(api.db, NOW);
    const setId = await insertSet(api.db, {
      ...{ set_number: '75192-1', upc: '673419267359', ean: '5702016111019', msrp_cents: 84_999 },
      ...{ box_width_mm: 500, box_height_mm: 400, box_depth_mm: 200, box_weight_g: 9_000 },
    });
    const figureId = await insertMinifig(api.db, { minifig_number: 'fig-1', color: 'Tan' });
    await putMinifigInSet(api.db, setId, figureId);
    for (const condition of ['sealed', 'used'] as const)
      await insertValue(api.db, setId, condition, { value_cents: 90_000 });
    await insertValue(api.db, figureId, 'used', { value_cents: 500 });
    await api.db.query(`INSERT INTO market.month_series VALUES ($1, 'sealed', '2026-07-01', '2026-07-01')`, [setId]);
    await api.db.query(`INSERT INTO market.month_value VALUES ($1, 'sealed', '2026-07-01', 1000, 900, 1100, 3)`, [
      setId,
    ]);
    await sell(setId);
    await observe();
    for (const { kind, name, bytes } of await makeTestSnapshots(api.databaseUrl, folder, new Date(NOW))) {
      const file = await buffer((await new FolderSnapshots(folder).open(name, { start: 0, end: bytes - 1 }))!);
      texts.set(kind, gunzipSync(file).toString());
    }
  });

  afterAll(() => api.stop());

  /** A licensed sale, which nothing but its value may tell of. */
  async function sell(setId: number): Promise<void> {
    const { rows } = await api.db.query<{ id: number }>(
      `INSERT INTO source.sale_source (name) VALUES ('licensed-source') RETURNING id`,
    );
    await api.db.query(
      `INSERT INTO source.market_sale (source_id, source_ref, item_id, condition, sold_day, price_cents, quantity)
       VALUES ($1, 'licensed-reference', $2, 'sealed', '2026-10-01', 98765431, 1)`,
      [rows[0]!.id, setId],
    );
  }

  /** Two observations of one product page, with all that a feed can tell of it. */
  async function observe(): Promise<void> {
    const database = await Database.connect({ url: api.databaseUrl, applicationName: 'spec' });
    const file = files.write(
      'retail.csv',
      'retailer,set_number,asin,upc,ean,observed_at,price_usd,list_price_usd,seller_type,in_stock,product_url,' +
        'lowest_fba_usd,fba_sellers,buy_box_usd\n' +
        'retailer_a,75192-1,B0LICENSED,,,2026-11-14T00:00:00Z,87654.32,99999.00,retailer,true,' +
        'https://shop.example/licensed,76543.21,7654321,65432.19\n' +
        'retailer_a,75192-1,B0LICENSED,,,2026-11-15T00:00:00Z,799.99,849.99,retailer,true,' +
        'https://shop.example/75192,76543.21,7654321,65432.19\n',
    );
    try {
      await importRetailPrices(new Stores(database).get(RetailImport), [file], { now: new Date(NOW) });
    } finally {
      await database.close();
    }
  }

  it.each(Object.keys(ALLOWED) as SnapshotKind[])(
    'have in %s the fields of the contract, and no others',
    async (kind) => {
      const schemas = (await api.documented()).document.components.schemas as Schemas;
      const lines = texts.get(kind)!.split('\n').slice(0, -1);
      expect(lines.length).toBeGreaterThan(0);
      const held = lines.flatMap((line) => fieldsOfValue(JSON.parse(line)));
      // A list without months, as of copies that nobody has sold, has a name and no fields.
      expect(sorted(held.filter((field) => field !== 'history'))).toEqual(sorted(ALLOWED[kind]));
      expect(sorted(fieldsOfSchema(schemas, schemas[RESPONSES[kind]]!))).toEqual(sorted(ALLOWED[kind]));
    },
  );

  it('hold nothing of a sale, of an earlier observation, or of what others ask at a retailer', () => {
    const all = [...texts.values()].join('');
    expect(all).toContain('https://shop.example/75192');
    for (const licensed of ['licensed', 'B0LICENSED', '98765431', '987654.31', '87654', '76543', '65432'])
      expect(all.toLowerCase()).not.toContain(licensed.toLowerCase());
  });

  it('are the same when they are made by a role that cannot read licensed rows', async () => {
    const other = join(files.path, 'by the role of the API');
    const made = await makeTestSnapshots(api.databaseUrl, other, new Date(NOW), 'brickmarket_api');
    expect(made).toHaveLength(3);
    for (const { kind, name, bytes } of made) {
      const file = await buffer((await new FolderSnapshots(other).open(name, { start: 0, end: bytes - 1 }))!);
      expect(gunzipSync(file).toString()).toBe(texts.get(kind));
    }
  });
});
