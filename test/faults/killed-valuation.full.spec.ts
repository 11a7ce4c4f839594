import { setTimeout as sleep } from 'node:timers/promises';
import { insertSet } from '../support/catalog-builders.ts';
import { NOON, startClock } from '../support/move-clock.ts';
import { killCli, runCli } from '../support/run-cli.ts';
import { TestApi } from '../support/test-api.ts';
import { eventually } from '../support/eventually.ts';

const KILLS = 40;
const SETS = 900;
/** How often the values are read, at least, while one run is killed. */
const READS = 3;
const NUMBERS = Array.from({ length: 60 }, (_, index) => `${1 + index * 15}-1`);

describe('a valuation that is killed', () => {
  let api: TestApi;
  let key: string;
  let environment: NodeJS.ProcessEnv;

  beforeAll(async () => {
    api = await TestApi.start();
    // All runs are of one day, or the last would rightly differ from those before.
    await startClock(api.db, NOON);
    ({ key } = await api.account());
    environment = { DATABASE_URL: api.databaseUrl };
    await insertSet(api.db, { set_number: '1-1', msrp_cents: 5_000, year: 2024 });
    await api.db.query(
      `INSERT INTO catalog.lego_set (set_number, title, theme, year, pieces, msrp_cents)
       SELECT n || '-1', 'Set', 'Space', 2024, 1, 5000 FROM generate_series(2, ${SETS}) n`,
    );
    await setPrices(10_000);
  });
  afterAll(() => api.stop());

  /**
   * Every set sold ten times at the same price, so that the values of one run are all equal and tell which run they are
   * of.
   */
  async function setPrices(cents: number): Promise<void> {
    await api.db.query(
      `WITH sale AS (
         INSERT INTO source.market_sale (source_id, source_ref, item_id, condition, sold_day, price_cents, quantity)
         SELECT 1, s.id || ' ' || n || ' ' || c, s.id, c::source.sale_condition, date '2026-11-15' - n, $1::integer, 1
           FROM catalog.lego_set s, generate_series(1, 10) n, unnest(ARRAY['sealed', 'used']) c
         ON CONFLICT (source_id, source_ref) DO UPDATE SET price_cents = excluded.price_cents
       ) INSERT INTO source.changed_item (item_id) SELECT id FROM catalog.lego_set ON CONFLICT (item_id)
         DO UPDATE SET mark = excluded.mark`,
      [cents],
    );
  }

  /** The runs that the answer to one request is from. */
  async function runsSeen(): Promise<Set<string>> {
    const { sets } = await api.data<{ sets: { value_range: { calculated_at: string } | null }[] }>(
      '/catalog/batch',
      key,
      { method: 'POST', body: { sets: NUMBERS } },
    );
    return new Set(sets.map((set) => set.value_range?.calculated_at ?? 'none'));
  }

  /** The server notices that a client is gone when it next reads or writes. */
  async function untilUnlocked(): Promise<void> {
    await eventually('the lock of the killed valuation is free', async () => {
      const locks = await api.db.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory'
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      return locks.rowCount === 0;
    });
  }

  const state = async () => ({
    values: (
      await api.db.query(
        `SELECT item_id, condition, value_cents, low_cents, high_cents, data_tier, valued_on::text, facts_key
         FROM market.item_value ORDER BY 1, 2`,
      )
    ).rows,
    lastSteps: (
      await api.db.query(
        `SELECT DISTINCT ON (item_id, condition) item_id, condition, value_cents FROM market.value_step
         ORDER BY item_id, condition, day DESC`,
      )
    ).rows,
  });

  it('leaves the previous run or the whole new one at every moment, and loses nothing in the end', async () => {
    expect((await runCli(['value', '--all'], environment)).code).toBe(0);
    const finished = new AbortController();
    const mixed: string[][] = [];
    let reads = 0;
    const looking = (async () => {
      while (!finished.signal.aborted) {
        const runs = await runsSeen();
        reads++;
        if (runs.size !== 1 || runs.has('none')) mixed.push([...runs]);
        await sleep(20);
      }
    })();
    for (let round = 1; round <= KILLS; round++) {
      await setPrices(10_000 + 100 * round);
      // As a whole and in shards, in turn.
      const sharded = round % 2 === 0 ? { VALUATION_SHARD_SALES: '1000' } : {};
      await killCli(['value', '--all'], { ...environment, ...sharded }, '', Math.random() * 500);
      await untilUnlocked();
      await eventually('the values are read between two kills', () => reads >= READS * round);
    }
    finished.abort();
    await looking;
    expect(mixed).toEqual([]);
    expect((await runCli(['value', '--all'], environment)).code).toBe(0);
    const survived = await state();
    expect(survived.values).toHaveLength(2 * SETS);
    expect((await api.db.query('SELECT FROM source.changed_item')).rowCount).toBe(0);
    await api.db.query('TRUNCATE market.item_value, market.value_step, market.valuation_run');
    expect((await runCli(['value', '--all'], environment)).code).toBe(0);
    expect(await state()).toEqual(survived);
  });
});
