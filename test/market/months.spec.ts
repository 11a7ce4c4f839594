import { formatIsoDay, parseIsoMonth } from '@brickmarket/domain';
import { type MonthSession, MonthStore, type SaleScope } from '@brickmarket/persistence-ports';
import { insertMinifig, insertSet } from '../support/catalog-builders.ts';
import { moveClock } from '../support/move-clock.ts';
import { TestMarket } from '../support/test-market.ts';

const OCTOBER = parseIsoMonth('2026-10')!;

/** Months of another store, in whose runs something happens each time right after the sales are read. */
class InterruptedMonths extends MonthStore {
  constructor(
    private readonly months: MonthStore,
    private readonly happens: (scope: SaleScope) => Promise<void>,
  ) {
    super();
  }

  run<Result>(work: (session: MonthSession) => Promise<Result>): Promise<Result> {
    return this.months.run((session) => {
      const readSales: MonthSession['readSales'] = async (scope, take) => {
        await session.readSales(scope, take);
        await this.happens(scope);
      };
      return work(
        new Proxy(session, {
          get: (target, name) => {
            if (name === 'readSales') return readSales;
            const member = target[name as keyof MonthSession];
            return member.bind(target);
          },
        }),
      );
    });
  }
}

describe('months', () => {
  let market: TestMarket;
  let set: number;
  beforeEach(async () => {
    market = await TestMarket.create();
    set = await insertSet(market.db, { set_number: '75192-1', release_date: '2026-08-20', exit_date: '2026-10-31' });
    for (const priceCents of [10_000, 11_000, 12_000])
      await market.sell({ itemId: set, day: '2026-10-31', priceCents });
    await market.sell({ itemId: set, day: '2026-11-01', priceCents: 99_900 });
  });
  afterEach(() => market.close());

  const published = async (condition = 'sealed') =>
    (
      await market.rows<{ line: string }>(
        `SELECT concat_ws(' ', to_char(month, 'YYYY-MM'), value_cents, low_cents, high_cents, sales_count, event)
           AS line
         FROM market.month_value WHERE condition = $1 ORDER BY month`,
        [condition],
      )
    ).map((row) => row.line);
  const through = async () =>
    (
      await market.rows<{ through: string }>(
        `SELECT to_char(through_month, 'YYYY-MM') AS through FROM market.month_series WHERE condition = 'sealed'`,
      )
    )[0]?.through;

  it('never publishes a month before its last millisecond is over, and never the next one', async () => {
    await moveClock(market.db, '2026-10-31T23:59:59.999Z');
    await market.finalize(0);
    expect([await through(), await published()]).toEqual(['2026-09', ['2026-08 0 released']]);
    await moveClock(market.db, '2026-11-01T00:00:00.000Z');
    await market.finalize(0);
    expect([await through(), await published()]).toEqual([
      '2026-10',
      ['2026-08 0 released', '2026-10 11000 10200 11800 3 retired'],
    ]);
    await moveClock(market.db, '2026-11-30T23:59:59.999Z');
    expect(await market.finalize(0)).toBe(0);
    expect(await published()).toHaveLength(2);
  });

  it('waits as many whole days after the month as it is told', async () => {
    await moveClock(market.db, '2026-11-03T23:59:59.999Z');
    await market.finalize(3);
    expect(await through()).toBe('2026-09');
    await moveClock(market.db, '2026-11-04T00:00:00Z');
    await market.finalize(3);
    expect(await through()).toBe('2026-10');
  });

  it('publishes a month without sales again when its first sales arrive, once, with a trace', async () => {
    await moveClock(market.db, '2026-11-05T00:00:00Z');
    await market.finalize(3);
    expect(await published()).toEqual(['2026-08 0 released', '2026-10 11000 10200 11800 3 retired']);
    for (const [day, priceCents] of [
      ['2026-05-02', 8_000],
      ['2026-08-25', 9_000],
      ['2026-09-03', 9_500],
      ['2026-10-30', 1],
    ] as const)
      await market.sell({ itemId: set, day, priceCents });
    await market.value('2026-11-05');
    await market.finalize(3);
    const backed = [
      '2026-05 8000 8000 8000 1',
      '2026-08 9000 9000 9000 1 released',
      '2026-09 9500 9500 9500 1',
      // This one had sales: it stays.
      '2026-10 11000 10200 11800 3 retired',
    ];
    expect(await published()).toEqual(backed);
    const traces = await market.rows(
      `SELECT to_char(month, 'YYYY-MM') AS month, restated_by, before->>'sales_count' AS before,
       after->>'sales_count' AS after,
         count(*) OVER (PARTITION BY restated_at)::integer AS together FROM market.month_restatement ORDER BY month`,
    );
    expect(traces).toEqual([
      { month: '2026-05', restated_by: 'brickmarket', before: null, after: '1', together: 3 },
      { month: '2026-08', restated_by: 'brickmarket', before: '0', after: '1', together: 3 },
      { month: '2026-09', restated_by: 'brickmarket', before: null, after: '1', together: 3 },
    ]);
    await market.sell({ itemId: set, day: '2026-09-04', priceCents: 1 });
    await market.value('2026-11-05');
    await market.finalize(3);
    expect(await published()).toEqual(backed);
  });

  it.each(['valued before', 'only imported'])(
    'looks again at a set whose first sales of a month are valued while it runs, when others of it were %s',
    async (earlier) => {
      await moveClock(market.db, '2026-11-05T00:00:00Z');
      await market.finalize(3);
      await market.sell({ itemId: set, day: '2026-08-25', priceCents: 9_000 });
      if (earlier === 'valued before') await market.value('2026-11-05');
      let times = 0;
      const interrupted = new InterruptedMonths(market.months, async () => {
        if (times++ > 0) return;
        await market.sell({ itemId: set, day: '2026-09-03', priceCents: 9_500 });
        await market.value('2026-11-05');
      });
      await market.finalize(3, interrupted);
      expect([times, await published()]).toEqual([
        1,
        ['2026-08 9000 9000 9000 1 released', '2026-10 11000 10200 11800 3 retired'],
      ]);
      await market.finalize(3);
      expect(await published()).toContain('2026-09 9500 9500 9500 1');
      expect(await market.rows('SELECT item_id FROM market.month_recheck')).toEqual([]);
    },
  );

  it('reads only the changed months of changed sets, and no sale of the current month', async () => {
    await moveClock(market.db, '2026-11-05T00:00:00Z');
    await market.finalize(3);
    await market.value('2026-11-05');
    await market.finalize(3);
    const figure = await insertMinifig(market.db, { minifig_number: 'fig-1' });
    const reads: unknown[] = [];
    const watched = new InterruptedMonths(market.months, async ({ itemIds, after }) => {
      reads.push([itemIds, formatIsoDay(after)]);
    });
    await market.sell({ itemId: set, day: '2026-11-04', priceCents: 9_000 });
    await market.sell({ itemId: figure, day: '2026-09-04', priceCents: 900 });
    for (const valued of [false, true]) {
      if (valued) await market.value('2026-11-05');
      await market.finalize(3, watched);
      expect([valued, reads]).toEqual([valued, []]);
    }
    expect(await market.rows('SELECT item_id FROM market.month_recheck')).toEqual([]);
    await market.sell({ itemId: set, day: '2026-09-20', priceCents: 9_000 });
    await market.value('2026-11-05');
    await market.finalize(3, watched);
    expect(reads).toEqual([[[set], '2026-08-31']]);
    expect(await published()).toContain('2026-09 9000 9000 9000 1');
  });

  it('reads the sales of at most 400 sets at a time, however many are published first', async () => {
    await market.db.query(
      `WITH added AS (INSERT INTO catalog.lego_set (set_number, title, theme, pieces)
         SELECT n || '-9', 'Set', 'Theme', 1 FROM generate_series(1, 3000) n RETURNING id)
       INSERT INTO source.market_sale (source_id, source_ref, item_id, condition, sold_day, price_cents, quantity)
       SELECT 1, 'first ' || id, id, 'used', '2026-10-05', 1000, 1 FROM added`,
    );
    await moveClock(market.db, '2026-11-05T00:00:00Z');
    const sizes: number[] = [];
    const watched = new InterruptedMonths(market.months, async ({ itemIds }) => {
      sizes.push((itemIds as readonly number[]).length);
    });
    await market.finalize(3, watched);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(400);
    expect(await market.rows(`SELECT sum(sales_count)::integer AS sales FROM market.month_value`)).toEqual([
      { sales: 3003 },
    ]);
  });

  it('leaves a published month as it is when a late sale comes in; the current value knows it', async () => {
    await moveClock(market.db, '2026-11-05T00:00:00Z');
    await market.finalize(3);
    const before = await published();
    await market.value('2026-11-05');
    const valueOf = async () =>
      (
        await market.rows<{ value_cents: number }>(
          `SELECT value_cents FROM market.item_value WHERE condition = 'sealed'`,
        )
      )[0]!.value_cents;
    const value = await valueOf();
    for (let late = 0; late < 5; late++) await market.sell({ itemId: set, day: '2026-10-30', priceCents: 20_000 });
    expect(await market.finalize(3)).toBe(0);
    await market.value('2026-11-05');
    expect(await published()).toEqual(before);
    expect(await valueOf()).toBeGreaterThan(value);
  });

  it('re-states a month on demand, from all sales known now, and keeps who, when, why and what it was', async () => {
    await moveClock(market.db, '2026-11-05T00:00:00Z');
    await market.finalize(3);
    await market.sell({ itemId: set, day: '2026-10-02', priceCents: 13_000 });
    await market.sell({ itemId: set, day: '2026-10-02', priceCents: 4_000, condition: 'used' });
    const restated = await market.restate({
      setNumber: '75192',
      month: OCTOBER,
      by: 'Ada',
      reason: 'the feed of ebay was late',
    });
    expect(
      restated.map(({ condition, before, after }) => [
        condition,
        before?.valueCents ?? null,
        after.valueCents,
        after.salesCount,
      ]),
    ).toEqual([
      ['sealed', 11_000, 11_500, 4],
      ['used', null, 4_000, 1],
    ]);
    expect(await published()).toEqual(['2026-08 0 released', '2026-10 11500 10300 12700 4 retired']);
    expect(await published('used')).toEqual(['2026-08 0 released', '2026-10 4000 4000 4000 1 retired']);
    expect(
      await market.rows(
        `SELECT condition, restated_by, reason, (before->>'value_cents')::integer AS before,
         (after->>'value_cents')::integer AS after, restated_at <= now() AS "when" FROM market.month_restatement
         ORDER BY id`,
      ),
    ).toEqual([
      {
        condition: 'sealed',
        restated_by: 'Ada',
        reason: 'the feed of ebay was late',
        before: 11_000,
        after: 11_500,
        when: true,
      },
      {
        condition: 'used',
        restated_by: 'Ada',
        reason: 'the feed of ebay was late',
        before: null,
        after: 4_000,
        when: true,
      },
    ]);
  });

  it('refuses to re-state a month that is not published, a set that does not exist, and without a reason', async () => {
    await moveClock(market.db, '2026-11-05T00:00:00Z');
    const request = { setNumber: '75192-1', month: OCTOBER, by: 'Ada', reason: 'why not' };
    await expect(market.restate(request)).rejects.toThrow('is not published');
    await market.finalize(3);
    await expect(market.restate({ ...request, month: OCTOBER + 1 })).rejects.toThrow('is not published');
    await expect(market.restate({ ...request, setNumber: '1-1' })).rejects.toThrow('set 1-1 not found');
    expect(() => market.restate({ ...request, reason: ' ' })).toThrow('why');
  });

  it('never publishes months that nobody computed: only the month before the first one can be added', async () => {
    await moveClock(market.db, '2026-11-05T00:00:00Z');
    await market.finalize(3);
    for (const day of ['2026-05-10', '2026-06-10', '2026-07-10'])
      await market.sell({ itemId: set, day, priceCents: 5_000 });
    const request = { setNumber: '75192-1', by: 'Ada', reason: 'older sales came in' };
    const before = await published();
    await expect(market.restate({ ...request, month: parseIsoMonth('2026-05')! })).rejects.toThrow(
      '2026-05 is before the published months of set 75192-1, which begin with 2026-08: re-state 2026-07 first',
    );
    expect(await published()).toEqual(before);
    expect(await market.rows('SELECT FROM market.month_restatement')).toEqual([]);
    for (const month of ['2026-07', '2026-06', '2026-05'])
      await market.restate({ ...request, month: parseIsoMonth(month)! });
    expect((await published()).map((line) => line.split(' ')[0])).toEqual([
      '2026-05',
      '2026-06',
      '2026-07',
      '2026-08',
      '2026-10',
    ]);
  });

  it('publishes the whole past of a set that came later, and first sales of one already published', async () => {
    await moveClock(market.db, '2026-11-05T00:00:00Z');
    await market.finalize(3);
    const late = await insertSet(market.db, { set_number: '1-1' });
    await market.sell({ itemId: late, day: '2026-07-01', priceCents: 700, condition: 'used' });
    await market.sell({ itemId: set, day: '2026-09-01', priceCents: 700, condition: 'used' });
    await market.finalize(3);
    const months = await market.rows<{ item_id: number }>(
      `SELECT item_id, to_char(month, 'YYYY-MM') AS month FROM market.month_value
       WHERE condition = 'used' AND sales_count > 0 ORDER BY item_id`,
    );
    expect(months).toEqual([
      { item_id: set, month: '2026-09' },
      { item_id: late, month: '2026-07' },
    ]);
  });
});
