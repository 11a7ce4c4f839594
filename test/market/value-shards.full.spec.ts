import { TestMarket } from '../support/test-market.ts';

/** So many that half of them are read in more than one part when they have changed. */
const SETS = 120;
const FIGURES = 12;

/** Four years of sales, of some items many, of some none, of some none for two years; deterministic. */
const SELL = `
SELECT setseed(0.25);
INSERT INTO source.sale_source (name) VALUES ('ebay');
INSERT INTO catalog.lego_set (set_number, title, theme, year, pieces, msrp_cents, release_date, exit_date)
SELECT n || '-1', 'Set', 'Theme ' || n % 4, 2020 + n % 6, 1, 1000 * n, make_date(2020 + n % 6, 1, 1),
  CASE WHEN n % 3 = 0 THEN make_date(2022 + n % 5, 6, 30) END
FROM generate_series(1, ${SETS}) n;
INSERT INTO catalog.minifig (minifig_number, name, category, year_released)
SELECT 'fig-' || n, 'Figure', 'Theme ' || n % 4, 2020 FROM generate_series(1, ${FIGURES}) n;
WITH sale AS (
  INSERT INTO source.market_sale (source_id, source_ref, item_id, condition, sold_day, price_cents, quantity)
  SELECT 1, item || ' ' || n, item,
    (CASE WHEN random() < 0.6 THEN 'sealed' ELSE 'used' END)::source.sale_condition,
    date '2026-10-01' - (CASE WHEN item % 10 = 5 THEN 700 + 700 * random() ELSE 1400 * random() END)::integer,
    (900 * item * exp(0.3 * (random() - 0.5)))::integer,
    1 + (random() < 0.1)::integer
  FROM (
    SELECT id AS item FROM catalog.lego_set WHERE id % 7 <> 0 UNION ALL SELECT id FROM catalog.minifig WHERE id % 5 <> 0
  ) i, generate_series(1, 5 + item * 13 % 60) n
  RETURNING item_id
) INSERT INTO source.changed_item (item_id) SELECT DISTINCT item_id FROM sale`;

/** One more sale for every other item. */
const CHANGE_HALF = `
WITH sale AS (
  INSERT INTO source.market_sale (source_id, source_ref, item_id, condition, sold_day, price_cents, quantity)
  SELECT 1, 'again ' || id, id, 'used', '2026-10-07', 700 * id, 1 FROM catalog.lego_set WHERE id % 2 = 0
  RETURNING item_id
) INSERT INTO source.changed_item (item_id) SELECT item_id FROM sale
  ON CONFLICT (item_id) DO UPDATE SET mark = excluded.mark`;

/** Everything a valuation and the months after it leave behind. */
const TRACES = [
  `SELECT item_id, condition, value_cents, low_cents, high_cents, data_tier, facts_key, valued_on::text, calculated_at
   FROM market.item_value ORDER BY 1, 2`,
  'SELECT item_id, condition, day::text, value_cents FROM market.value_step ORDER BY 1, 2, 3',
  `SELECT item_id, condition, month::text, value_cents, low_cents, high_cents, sales_count, event
   FROM market.month_value ORDER BY 1, 2, 3`,
  `SELECT item_id, condition, first_month::text, through_month::text FROM market.month_series ORDER BY 1, 2`,
  'SELECT as_of::text, items, sales, learned, catalog_version, retail_version FROM market.valuation_run ORDER BY id',
  'SELECT item_id, seen_mark, due_on::text FROM source.changed_item ORDER BY 1',
  'SELECT kind, subject, cause, old_cents, new_cents FROM events.event ORDER BY 1, 2, 3',
] as const;

/** Sets whose published months can change; publishing empties the table. */
const MARKED = 'SELECT item_id, sold_since::text FROM market.month_recheck ORDER BY 1';

/** Writes down into how many shards each run is divided. */
const COUNT_SHARDS = `
CREATE TABLE divided (shards bigint);
CREATE FUNCTION keep_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN INSERT INTO divided SELECT count(*) FROM market.value_shard; RETURN NULL; END $$;
CREATE TRIGGER keep_count AFTER INSERT ON market.value_shard FOR EACH STATEMENT EXECUTE FUNCTION keep_count()`;

describe('a market that is valued in shards', () => {
  let markets: readonly TestMarket[];
  beforeEach(async () => {
    markets = await Promise.all([TestMarket.create(), TestMarket.create()]);
    for (const market of markets) await market.db.query(SELL);
  });
  afterEach(() => Promise.all(markets.map((market) => market.close())));

  const traces = async (market: TestMarket): Promise<readonly (readonly object[])[]> => {
    const left: (readonly object[])[] = [];
    for (const trace of TRACES) left.push(await market.rows(trace));
    return left;
  };

  it('has the same values, ranges, past, months and events, to the cent, as one valued as a whole', async () => {
    const [whole, sharded] = markets as [TestMarket, TestMarket];
    const both = async (asOf: string, options: { readonly all?: boolean } = {}): Promise<void> => {
      const expected = { ...(await whole.value(asOf, options)), durationMs: expect.any(Number) as number };
      expect(expected.areSalesEstimated).toBe(false);
      // A full run in shards does not read all sales, and does not say that it has counted them.
      expect(await sharded.value(asOf, { ...options, shardSales: 75 })).toEqual({
        ...expected,
        areSalesEstimated: expected.isFull,
      });
    };
    const sell = async (itemId: number, day: string, priceCents: number): Promise<void> => {
      for (const market of markets) await market.sell({ itemId, day, priceCents });
    };
    await sharded.db.query(COUNT_SHARDS);
    await both('2026-10-01');
    // A set's first sales, a price that moves, and a sale that is yet to come.
    await sell(7, '2026-09-30', 9_000);
    for (let sale = 0; sale < 9; sale++) await sell(11, '2026-10-05', 30_000);
    await sell(3, '2026-10-20', 3_000);
    await both('2026-10-06');
    // Many items change, and are divided without learning again; one gets a past that its value has moved away from.
    for (let sale = 0; sale < 9; sale++) {
      await sell(35, '2026-08-20', 35_000);
      await sell(35, '2026-10-06', 70_000);
    }
    for (const market of markets) await market.db.query(CHANGE_HALF);
    await both('2026-10-07');
    // Sales that were believed are excluded.
    for (const market of markets) for (const n of [1, 2, 3]) await market.exclude(`11 ${n}`);
    await both('2026-10-07');
    await both('2026-10-10', { all: true });
    const [marked, markedInShards] = [await whole.rows(MARKED), await sharded.rows(MARKED)];
    expect(marked).not.toEqual([]);
    expect(markedInShards).toEqual(marked);
    for (const market of markets) await market.finalize(0);
    expect(await sharded.rows('SELECT shards > 4 AS many FROM divided')).toEqual(Array(3).fill({ many: true }));
    expect(await sharded.rows('SELECT FROM market.value_shard')).toEqual([]);
    const [expected, found] = [await traces(whole), await traces(sharded)];
    // Not equal because both are empty.
    expect(expected.filter((rows) => rows.length === 0)).toEqual([]);
    expect(found).toEqual(expected);
    const moved = `SELECT cause FROM events.event WHERE kind = 'value.moved' AND subject = 'set/35-1/sealed'`;
    expect(await sharded.rows(moved)).toEqual([{ cause: '2026-10-07' }]);
  });
});
