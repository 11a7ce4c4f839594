import { dataVersionOf } from '../support/data-versions.ts';
import { insertMinifig, insertSet } from '../support/catalog-builders.ts';
import { eventually } from '../support/eventually.ts';
import { listAtRetailers } from '../support/retail-builders.ts';
import { TestMarket } from '../support/test-market.ts';

const VALUES = `SELECT item_id, condition, value_cents, low_cents, high_cents, data_tier FROM market.item_value
   ORDER BY item_id, condition`;

describe('brickmarket value', () => {
  let market: TestMarket;
  beforeEach(async () => {
    market = await TestMarket.create();
  });
  afterEach(() => market.close());

  async function aMarket(): Promise<{ sets: number[]; figure: number }> {
    const sets: number[] = [];
    for (let n = 1; n <= 6; n++) {
      const set = await insertSet(market.db, {
        set_number: `${n}-1`,
        year: 2024,
        msrp_cents: 10_000 * n,
        release_date: '2024-01-01',
        exit_date: n > 3 ? '2025-06-30' : null,
      });
      for (let week = 0; week < 8; week++)
        await market.sell({
          itemId: set,
          day: `2026-0${1 + (week % 9)}-15`,
          priceCents: 9_000 * n + 100 * week,
          condition: week % 3 === 0 ? 'used' : 'sealed',
        });
      sets.push(set);
    }
    const figure = await insertMinifig(market.db, { minifig_number: 'fig-1' });
    await market.sell({ itemId: figure, day: '2026-09-01', priceCents: 500, condition: 'sealed' });
    await market.sell({ itemId: figure, day: '2026-09-02', priceCents: 500, condition: 'used' });
    return { sets, figure };
  }

  it('values everything first, then only what changed, then nothing', async () => {
    const { sets } = await aMarket();
    expect(await market.value('2026-10-01')).toMatchObject({ isFull: true, items: 7, sales: 50 });
    expect(await market.value('2026-10-01')).toMatchObject({ isFull: false, items: 0, changed: 0 });
    await market.sell({ itemId: sets[1]!, day: '2026-10-01', priceCents: 30_000 });
    expect(await market.value('2026-10-01')).toMatchObject({ isFull: false, items: 1 });
    expect(await market.rows('SELECT * FROM source.changed_item')).toEqual([]);
  });

  it('values new and used minifigs apart', async () => {
    const { figure } = await aMarket();
    await market.sell({ itemId: figure, day: '2026-09-03', priceCents: 800, condition: 'sealed' });
    await market.sell({ itemId: figure, day: '2026-09-03', priceCents: 800, condition: 'sealed' });
    await market.value('2026-09-03');
    const [sealed, used] = (await market.rows<{ condition: string; value_cents: number }>(VALUES)).filter(
      (row) => (row as unknown as { item_id: number }).item_id === figure,
    );
    expect(used).toMatchObject({ condition: 'used', data_tier: 'low' });
    expect(Math.abs(used!.value_cents - 500)).toBeLessThan(25);
    expect(sealed!.value_cents).toBeGreaterThan(550);
  });

  describe('when the past of a market arrives after its first valuation', () => {
    const priceOn = (day: string, sales = 12) =>
      Array.from({ length: sales }, (_, n) => ({ day, priceCents: 20_000 + 100 * (n % 4) }));

    it('learns the market again at once, and fills in what sets were worth', async () => {
      const sets: number[] = [];
      for (let n = 1; n <= 10; n++)
        sets.push(await insertSet(market.db, { set_number: `${n}-1`, msrp_cents: 10_000, release_date: '2024-01-01' }));
      expect(await market.value('2026-10-01')).toMatchObject({ isFull: true, sales: 0 });
      for (const set of sets)
        for (const month of ['2026-03', '2026-05', '2026-07', '2026-09'])
          for (const { priceCents } of priceOn(month, 3))
            await market.sell({ itemId: set, day: `${month}-10`, priceCents });
      expect(await market.value('2026-10-02')).toMatchObject({ isFull: true, items: 10 });
      const steps = await market.rows<{ day: string; value_cents: number }>(
        `SELECT day::text, value_cents FROM market.value_step WHERE item_id = $1 AND condition = 'sealed' ORDER BY day`,
        [sets[0]!],
      );
      const inSummer = steps.findLast(({ day }) => day <= '2026-08-01')!;
      expect(Math.abs(inSummer.value_cents / 20_100 - 1)).toBeLessThan(0.05);
      // What was said in between, without sales, is gone.
      expect(steps.filter(({ day }) => day === '2026-10-01')).toEqual([]);
      expect(await market.value('2026-10-03')).toMatchObject({ isFull: false, items: 0 });
    });
  });

  it('joins the past of a set with its value of today, retail price and all', async () => {
    for (let n = 1; n <= 30; n++) {
      const set = await insertSet(market.db, { set_number: `${n}-1`, msrp_cents: 10_000, release_date: '2026-01-01' });
      await listAtRetailers(market.db, set, {
        retailer_a: { price_cents: 7_500, seller_type: 'retailer', in_stock: true },
      });
      for (let sale = 0; sale < 6; sale++)
        await market.sell({ itemId: set, day: `2026-0${3 + sale}-15`, priceCents: 7_400 + 50 * ((sale + n) % 3) });
    }
    const quiet = await insertSet(market.db, { set_number: '99-1', msrp_cents: 10_000, release_date: '2026-01-01' });
    await listAtRetailers(market.db, quiet, {
      retailer_a: { price_cents: 7_500, seller_type: 'retailer', in_stock: true },
    });
    await market.value('2026-10-01');
    const steps = await market.rows<{ value_cents: number }>(
      `SELECT value_cents FROM market.value_step WHERE item_id = $1 AND condition = 'sealed' ORDER BY day`,
      [quiet],
    );
    const [before, today] = steps.slice(-2).map((step) => step.value_cents);
    expect(Math.abs((today ?? before!) / before! - 1)).toBeLessThan(0.01);
  });

  it('values a set again when its list price, its retail price or its retirement changes', async () => {
    const { sets } = await aMarket();
    await market.value('2026-10-01');
    const change = (assignment: string, set: number) =>
      market.db.query(
        `UPDATE catalog.lego_set SET ${assignment} WHERE id = ${set};
         UPDATE ops.data_kind SET version = version + 1 WHERE kind = 'catalog'`,
      );
    await change('msrp_cents = 12345', sets[0]!);
    expect(await market.value('2026-10-01')).toMatchObject({ items: 1 });
    await listAtRetailers(market.db, sets[1]!, {
      retailer_a: { price_cents: 15_000, seller_type: 'retailer', in_stock: true },
    });
    expect(await market.value('2026-10-02')).toMatchObject({ items: 1 });
    await change(`exit_date = '2026-10-04'`, sets[2]!);
    expect(await market.value('2026-10-03')).toMatchObject({ items: 1 });
    // Still on sale on its last day, so it is the day after that brings another value.
    expect(await market.value('2026-10-04')).toMatchObject({ items: 0 });
    expect(await market.value('2026-10-05')).toMatchObject({ items: 1, isFull: false });
    expect(await market.value('2026-10-06')).toMatchObject({ items: 0 });
  });

  it('ignores a retail price that was not observed for 30 days, and uses it again once it is observed', async () => {
    const sold = await insertSet(market.db, { set_number: '98-1', year: 1998, msrp_cents: null });
    await market.sell({ itemId: sold, day: '2024-03-01', priceCents: 7_000 });
    const set = await insertSet(market.db, { set_number: '99-1', year: 2026, release_date: '2026-01-01' });
    const seen = (at: string) =>
      ({ price_cents: 15_000, seller_type: 'retailer', in_stock: true, last_checked_at: at }) as const;
    await listAtRetailers(market.db, set, {
      retailer_a: seen('2026-09-02T23:00:00Z'),
      retailer_b: { last_checked_at: '2026-10-01T00:00:00Z' },
    });
    const value = async (): Promise<unknown> =>
      (
        await market.rows(`SELECT value_cents FROM market.item_value WHERE item_id = ${set} AND condition = 'sealed'`)
      )[0];
    await market.value('2026-10-01');
    expect(await value()).toEqual({ value_cents: 15_000 });
    expect(await market.value('2026-10-02')).toMatchObject({ items: 0 });
    // Nothing is imported: the day alone makes the price an old one.
    expect(await market.value('2026-10-03')).toMatchObject({ items: 1, isFull: false });
    expect(await value()).toEqual({ value_cents: null });
    expect(await market.value('2026-10-03')).toMatchObject({ items: 0 });
    await market.db.query(
      `UPDATE retail.price_state SET last_checked_at = '2026-10-03T10:00:00Z' WHERE retailer = 'retailer_a';
       UPDATE ops.data_kind SET version = version + 1 WHERE kind = 'retail'`,
    );
    expect(await market.value('2026-10-03')).toMatchObject({ items: 1 });
    expect(await value()).toEqual({ value_cents: 15_000 });
    expect(await market.value('2026-10-03', { all: true, retailStaleDays: 1 })).toMatchObject({ isFull: true });
    expect(await value()).toEqual({ value_cents: 15_000 });
    expect(await market.value('2026-10-05', { all: true, retailStaleDays: 1 })).toMatchObject({ isFull: true });
    expect(await value()).toEqual({ value_cents: null });
  });

  it('learns the market again when a week has passed', async () => {
    await aMarket();
    await market.value('2026-10-01');
    expect(await market.value('2026-10-07')).toMatchObject({ isFull: false });
    expect(await market.value('2026-10-08')).toMatchObject({ isFull: true, items: 7 });
  });

  it('comes to the same values piece by piece as all at once', async () => {
    const { sets } = await aMarket();
    await market.value('2026-10-01');
    for (const set of sets) await market.sell({ itemId: set, day: '2026-10-01', priceCents: 9_000 });
    await market.value('2026-10-01');
    const values = await market.rows(VALUES);
    for (const set of sets) {
      await market.db.query('INSERT INTO source.changed_item VALUES ($1)', [set]);
      expect(await market.value('2026-10-01')).toMatchObject({ items: 1, changed: 0 });
    }
    expect(await market.rows(VALUES)).toEqual(values);
  });

  it('ignores sales after the as-of day, and never goes back to an earlier one', async () => {
    const { sets } = await aMarket();
    await market.value('2026-10-01');
    const before = await market.rows(VALUES);
    await market.sell({ itemId: sets[0]!, day: '2026-10-02', priceCents: 1 });
    await market.value('2026-10-01');
    expect(await market.rows(VALUES)).toEqual(before);
    await expect(market.value('2026-09-30')).rejects.toThrow('would rewrite the past');
  });

  it('keeps the mark of a sale after the as-of day, and values it when its day has come', async () => {
    const { sets } = await aMarket();
    await market.value('2026-09-30');
    await market.sell({ itemId: sets[0]!, day: '2026-10-03', priceCents: 20_000 });
    // Yesterday, or a run that began before midnight.
    await market.value('2026-10-01');
    // Nothing of it is due: no run is made for it, and the version that answers are cached by stands still.
    expect(await market.value('2026-10-02')).toMatchObject({ items: 0 });
    const before = await market.rows(VALUES);
    expect(await market.value('2026-10-03')).toMatchObject({ isFull: false, items: 1 });
    expect(await market.rows(VALUES)).not.toEqual(before);
    expect(await market.rows('SELECT * FROM source.changed_item')).toEqual([]);
  });

  it('values an item at once whose sale of a later day waits, when a sale of today comes in', async () => {
    const { sets } = await aMarket();
    await market.value('2026-09-30');
    await market.sell({ itemId: sets[0]!, day: '2026-10-09', priceCents: 20_000 });
    await market.value('2026-10-01');
    await market.sell({ itemId: sets[0]!, day: '2026-10-01', priceCents: 20_000 });
    expect(await market.value('2026-10-01')).toMatchObject({ isFull: false, items: 1 });
    expect(await market.rows('SELECT item_id FROM source.changed_item')).toEqual([{ item_id: sets[0] }]);
  });

  it('keeps the mark of a later sale through a full run too', async () => {
    const { sets } = await aMarket();
    await market.sell({ itemId: sets[0]!, day: '2026-10-02', priceCents: 20_000 });
    expect(await market.value('2026-10-01')).toMatchObject({ isFull: true });
    expect(await market.value('2026-10-02')).toMatchObject({ isFull: false, items: 1 });
  });

  it('keeps a step for each day the value changed on, and the past year of what is valued first', async () => {
    const { sets } = await aMarket();
    const steps = (set: number) =>
      market.rows<{ day: string; value_cents: number | null }>(
        `SELECT day::text, value_cents FROM market.value_step WHERE item_id = $1 AND condition = 'sealed' ORDER BY day`,
        [set],
      );
    await market.value('2026-10-01');
    const first = await steps(sets[0]!);
    expect(first.length).toBeGreaterThan(5);
    expect(first[0]!.day >= '2025-10-02').toBe(true);
    for (const [at, step] of first.entries()) if (at > 0) expect(step.value_cents).not.toBe(first[at - 1]!.value_cents);
    await market.sell({ itemId: sets[0]!, day: '2026-10-03', priceCents: 11_000 });
    await market.value('2026-10-03');
    const [current] = await market.rows<{ value_cents: number }>(
      `SELECT value_cents FROM market.item_value WHERE item_id = $1 AND condition = 'sealed'`,
      [sets[0]],
    );
    expect((await steps(sets[0]!)).slice(first.length)).toEqual([
      { day: '2026-10-03', value_cents: current!.value_cents },
    ]);
    expect(await steps(sets[1]!)).toHaveLength(
      (await steps(sets[1]!)).filter((step) => step.day <= '2026-10-01').length,
    );
  });

  it('fills in the past of what comes later too', async () => {
    const { sets } = await aMarket();
    await market.value('2026-10-01');
    const steps = (set: number) =>
      market.rows(
        `SELECT condition, day, value_cents FROM market.value_step WHERE item_id = $1 AND day < '2026-10-01'
         ORDER BY condition, day`,
        [set],
      );
    await market.db.query('DELETE FROM market.item_value WHERE item_id = $1', [sets[0]]);
    const late = await insertSet(market.db, {
      set_number: '7-1',
      year: 2024,
      msrp_cents: 10_000,
      release_date: '2024-01-01',
    });
    for (const set of [sets[0]!, late]) await market.sell({ itemId: set, day: '2026-03-15', priceCents: 9_000 });
    expect(await market.value('2026-10-01')).toMatchObject({ items: 2, isFull: false });
    expect((await steps(late)).length).toBeGreaterThan(1);
    expect((await steps(sets[0]!)).length).toBeGreaterThan(5);
  });

  it('keeps the mark of an item whose sales change while they are being read', async () => {
    const { sets } = await aMarket();
    await market.value('2026-10-01');
    await market.sell({ itemId: sets[0]!, day: '2026-10-01', priceCents: 1_000 });
    const importer = await market.db.connect();
    await importer.query('BEGIN');
    await importer.query(
      'INSERT INTO source.changed_item (item_id) VALUES ($1) ON CONFLICT (item_id) DO UPDATE SET mark = excluded.mark',
      [sets[0]],
    );
    const valuing = market.value('2026-10-01');
    // By then it has read the sales and the mark, and waits to take the mark away.
    await eventually('the valuation waits for the mark', async () => {
      const waiting = await market.rows(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    });
    await importer.query('COMMIT');
    importer.release();
    await valuing;
    expect(await market.rows('SELECT item_id FROM source.changed_item')).toEqual([{ item_id: sets[0] }]);
  });

  it('bumps the version of market data, and only of that, with every run that wrote something', async () => {
    await aMarket();
    const versions = async () => ({
      market: await dataVersionOf(market.db, 'market'),
      catalog: await dataVersionOf(market.db, 'catalog'),
    });
    const before = await versions();
    await market.value('2026-10-01');
    await market.value('2026-10-01');
    expect(await versions()).toEqual({ market: before.market + 1, catalog: before.catalog });
  });
});
