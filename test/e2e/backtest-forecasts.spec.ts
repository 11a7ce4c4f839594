import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ForecastStore } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { comparisonsOf, type ItemErrors, judgementsOf, type MarketForecast } from '@brickmarket/valuation';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually } from '../support/eventually.ts';
import { runHere } from '../support/run-here.ts';
import { TestApi } from '../support/test-api.ts';

interface Forecast {
  readonly condition: string;
  readonly forecast: string;
  readonly shown: boolean;
  readonly refusal: string | null;
  readonly origins: readonly {
    readonly month: string;
    readonly series: number;
    readonly held_pct: number;
    readonly loss: number;
    readonly loss_unchanged: number;
    readonly loss_theme_growth: number;
  }[];
}

/**
 * Seven years of sets that are each sold sealed once a month. Prices rise after the exit, by 2 % a month give or take,
 * and exits are spread over the years: the time since its exit shows how a price continues.
 */
const SETS = 120;
const MS_PER_DAY = 86_400_000;
const FIRST_EXIT = '2019-11-01';
const SALES = `
INSERT INTO source.market_sale (source_id, source_ref, item_id, condition, sold_day, price_cents, quantity)
SELECT 1, id || ' ' || day, id, 'sealed', day,
  9000 * exp(0.02 * greatest(0, (day - exit_date) / 30.4) + sum(0.1 * chance) OVER (PARTITION BY id ORDER BY day)), 1
FROM catalog.lego_set, LATERAL (
  SELECT day::date, ('x' || substr(md5(id || 'at' || day), 1, 6))::bit(24)::integer / 16777216.0 - 0.5 AS chance
  FROM generate_series(timestamp '2019-11-15', '2026-10-15', '1 month') day
) months`;

describe('what a backtest says about forecasts', () => {
  let api: TestApi;
  let owner: Database;
  beforeAll(async () => {
    api = await TestApi.start();
    owner = await Database.connect({ url: api.databaseUrl, applicationName: 'test' });
    for (let n = 1; n <= SETS; n++) {
      const exit = new Date(Date.parse(FIRST_EXIT) + n * 24 * MS_PER_DAY).toISOString().slice(0, 10);
      await insertSet(api.db, { set_number: `${n}-1`, theme: 'Castle', msrp_cents: 10_000, exit_date: exit });
    }
    await api.db.query(SALES);
  });
  afterAll(async () => {
    await owner.close();
    await api.stop();
  });

  const run = async (asOf: string, ...flags: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runHere(['backtest', '--months', '1', '--as-of', asOf, ...flags], {
      DATABASE_URL: api.databaseUrl,
    });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return stdout;
  };
  const measured = async (asOf: string, ...flags: string[]) =>
    (JSON.parse(await run(asOf, '--json', ...flags)) as { forecasts: readonly Forecast[] }).forecasts;
  const stored = () => new Stores(owner).get(ForecastStore).findLatest();
  const onPage = async () =>
    (await api.callAbsolute('/methodology', { headers: { accept: 'application/json' } })).json<{
      backtest: { forecasts: readonly Forecast[] } | null;
    }>().backtest?.forecasts;
  const named = (forecasts: readonly Forecast[], condition: string, forecast: string): Forecast =>
    forecasts.find((one) => one.condition === condition && one.forecast === forecast)!;

  it('is each gate with its reason, and the figures of every moment that it rests on', async () => {
    const forecasts = await measured('2026-11-01');
    expect(forecasts.map(({ condition, forecast }) => `${condition} ${forecast}`)).toEqual(
      ['sealed', 'used'].flatMap((condition) =>
        ['price in 6 months', 'price in 12 months', 'sales in 90 days'].map((name) => `${condition} ${name}`),
      ),
    );
    const earned = named(forecasts, 'sealed', 'price in 12 months');
    expect(earned).toMatchObject({ shown: true, refusal: null });
    expect(earned.origins.map(({ month }) => month)).toEqual(
      [2021, 2022, 2023, 2024, 2025].map((year) => `${year}-10`),
    );
    for (const origin of earned.origins) expect(origin.series).toBeGreaterThanOrEqual(50);
    const mean = (of: 'held_pct' | 'loss' | 'loss_unchanged' | 'loss_theme_growth'): number =>
      earned.origins.reduce((sum, origin) => sum + origin[of], 0) / earned.origins.length;
    expect(mean('loss')).toBeLessThan(Math.min(mean('loss_unchanged'), mean('loss_theme_growth')));
    expect(named(forecasts, 'used', 'price in 12 months')).toMatchObject({ shown: false, refusal: 'too-short' });

    const text = await run('2026-11-01');
    expect(text).toContain('Forecasts from earlier moments, compared with what came');
    const row = (name: string): readonly string[] =>
      text
        .split('\n')
        .find((line) => line.includes(name))!
        .split(/ {2,}/)
        .filter((cell) => cell !== '');
    const printed = (figure: number): string => String(Number(figure.toFixed(2)));
    expect(row('sealed: price in 12 months')).toEqual([
      'sealed: price in 12 months',
      String(earned.origins.length),
      ...(['held_pct', 'loss', 'loss_unchanged', 'loss_theme_growth'] as const).map((of) => printed(mean(of))),
      'yes',
    ]);
    expect(row('used: price in 12 months').at(-1)).toBe('the past is too short');
  });

  it('changes nothing while it is not published', async () => {
    await measured('2026-11-01');
    expect([await stored(), await onPage()]).toEqual([null, undefined]);
  });

  it('is kept and shown when it is published, the same forecasts that were printed, until the next is', async () => {
    const published = await measured('2026-11-01', '--publish');
    const shown = await eventually('the published report', onPage);
    expect(shown).toEqual(published);
    const kept = (await stored())!;
    const gates = (one: readonly { refusal: string | null; origins: readonly { month: string; loss: number }[] }[]) =>
      one.map(({ refusal, origins }) => [refusal, origins.map(({ month, loss }) => [month, loss])]);
    expect(gates(judgementsOf(kept.forecast as MarketForecast))).toEqual(gates(published));
    expect(kept.learnedAt.toISOString().slice(0, 10)).toBe('2026-11-01');
    const page = (await api.callAbsolute('/methodology')).text;
    const count = published.filter((one) => one.shown).length;
    expect(page).toContain(`Of ${published.length} kinds of forecast ${count} are shown`);

    const looked = await measured('2024-11-01');
    expect(named(looked, 'sealed', 'price in 12 months').origins).not.toEqual(
      named(published, 'sealed', 'price in 12 months').origins,
    );
    expect(await stored()).toEqual(kept);
    expect(await onPage()).toEqual(published);
  });

  it('writes with --items the errors of each item, of which alone the printed intervals are made', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'brickmarket-'));
    try {
      const file = join(folder, 'items.csv');
      const printed = JSON.parse(await run('2026-11-01', '--months', '3', '--json', '--items', file)) as {
        comparisons: readonly Record<string, string | number>[];
      };
      const [header, ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
      expect(header).toBe('item_type,item_number,condition,method,sales,estimator_abs_log_error,method_abs_log_error');
      const rows = lines.map((line): ItemErrors => {
        const [itemKind, itemNumber, condition, method, sales, ours, theirs] = line.split(',');
        return {
          itemKind: itemKind as ItemErrors['itemKind'],
          itemNumber: itemNumber!,
          condition: condition as ItemErrors['condition'],
          method: method as ItemErrors['method'],
          sales: Number(sales),
          estimatorAbsLogError: Number(ours),
          methodAbsLogError: Number(theirs),
        };
      });
      expect(new Set(rows.map(({ itemNumber }) => itemNumber)).size).toBe(SETS);
      expect(printed.comparisons.map(({ market, method }) => `${market} ${method}`)).toEqual(
        ['all', 'sealed'].flatMap((market) =>
          ['lastSale', 'median30d', 'average6m', 'weightedMedian40d'].map((method) => `${market} ${method}`),
        ),
      );
      const recomputed = comparisonsOf(rows);
      for (const [index, one] of printed.comparisons.entries())
        expect(one).toMatchObject({
          items: SETS,
          sales: SETS * 3,
          male_ratio: recomputed[index]!.male!.ratio,
          male_ratio_low: recomputed[index]!.male!.low,
          male_ratio_high: recomputed[index]!.male!.high,
          mdape_ratio: expect.any(Number),
          verdict: expect.stringMatching(/^(better|worse|not proven)$/),
        });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
