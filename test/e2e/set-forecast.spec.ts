import { insertSet } from '../support/catalog-builders.ts';
import { storeForecast } from '../support/forecast-builders.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { TestApi } from '../support/test-api.ts';
import { insertValue } from '../support/value-builders.ts';

const NOTHING = { in_6_months: null, in_12_months: null, sales_in_90_days: null };

describe('GET /set/{number}/forecast', () => {
  let api: TestApi;
  let key: string;
  let keyId: number;
  beforeAll(async () => {
    api = await TestApi.start();
    await moveClock(api.db, NOON);
    ({ key, keyId } = await api.account());
    const sold = await insertSet(api.db, { set_number: '10497-1', year: 2022 });
    await insertValue(api.db, sold, 'sealed', { value_cents: 100_000 });
    await insertValue(api.db, sold, 'used', { value_cents: 50_000 });
    await api.db.query(`INSERT INTO market.month_series VALUES ($1, 'sealed', '2025-08-01', '2026-10-01')`, [sold]);
    await api.db.query(
      `INSERT INTO market.month_value (item_id, condition, month, value_cents, low_cents, high_cents, sales_count)
       VALUES ($1, 'sealed', '2026-10-01', 1, 1, 1, 20), ($1, 'sealed', '2025-10-01', 1, 1, 1, 999)`,
      [sold],
    );
    const modelled = await insertSet(api.db, { set_number: '497-1' });
    await insertValue(api.db, modelled, 'sealed', { value_cents: 90_000, data_tier: 'modelled' });
    await insertSet(api.db, { set_number: '1-1' });
  });
  afterAll(() => api.stop());

  const forecast = (number: string) => api.data(`/set/${number}/forecast`, key);

  it('says nothing before the market’s past was looked at, and why', async () => {
    const text = expect.stringMatching(/^No price is forecast yet/) as unknown;
    expect(await forecast('10497-1')).toEqual({
      set_number: '10497-1',
      new: { ...NOTHING, text },
      used: { ...NOTHING, text },
    });
  });

  it('shows what has earned it from the moment it is stored, with ranges, and the reason for the rest', async () => {
    await storeForecast(api.databaseUrl, { six: 'range-not-held', twelve: null, sales: null });
    expect(await forecast('10497')).toEqual({
      set_number: '10497-1',
      new: {
        in_6_months: null,
        in_12_months: { value_usd: 1_200, range_low: 1_085.8, range_high: 1_326.21 },
        // 20 sales in three months, 20 in twelve: those of the October before are older.
        sales_in_90_days: { sales_count: 13, range_low: 8, range_high: 20 },
        text:
          'No price is forecast: in this market’s past, its 80 % ranges did not hold. ' +
          'In 12 months about $1,200.00, most likely $1,085.80 to $1,326.21. ' +
          'About 13 sales expected in 90 days, most likely 8 to 20.',
      },
      used: { ...NOTHING, text: expect.stringMatching(/^No price is forecast yet: that takes/) },
    });
  });

  it('starts from the value of now', async () => {
    await storeForecast(api.databaseUrl, { six: null, twelve: null, sales: null });
    const sixMonths = async () =>
      ((await forecast('10497-1')) as { new: { in_6_months: { value_usd: number } } }).new.in_6_months.value_usd;
    expect(await sixMonths()).toBe(1_100);
    await api.db.query(`DELETE FROM market.item_value WHERE value_cents = 100000`);
    const { rows } = await api.db.query<{ id: number }>(`SELECT id FROM catalog.lego_set WHERE set_number = '10497-1'`);
    await insertValue(api.db, rows[0]!.id, 'sealed', { value_cents: 200_000 });
    expect(await sixMonths()).toBe(2_200);
  });

  it('forecasts no price of a value without sales of its own, and nothing without a value', async () => {
    expect(await forecast('497-1')).toEqual({
      set_number: '497-1',
      new: { ...NOTHING, text: expect.stringMatching(/^No price is forecast without sales of its own\./) },
      used: null,
    });
    expect(await forecast('1-1')).toEqual({ set_number: '1-1', new: null, used: null });
  });

  it('has an ETag that changes with what is forecast', async () => {
    const { headers } = await api.call('/set/10497-1/forecast', { key });
    const etag = String(headers['etag']);
    const again = () => api.call('/set/10497-1/forecast', { key, headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    await storeForecast(api.databaseUrl, { six: 'not-better', twelve: null, sales: null });
    expect((await again()).status).toBe(200);
  });

  it('costs 1, also when no set has the number, and refuses parameters that it does not know', async () => {
    const before = await api.used(keyId);
    expect((await api.call('/set/0-0/forecast', { key })).status).toBe(404);
    expect((await api.call('/set/10497-1/forecast?condition=used', { key })).status).toBe(400);
    expect(await api.used(keyId)).toBe(before + 2);
    expect((await api.call('/set/10497-1/forecast', { key: null })).status).toBe(401);
    const { key: free } = await api.account({ plan: 'free' });
    expect((await api.call('/set/10497-1/forecast', { key: free })).status).toBe(403);
  });

  it('is read from the database once, however many sets are asked for', async () => {
    await storeForecast(api.databaseUrl, { six: null, twelve: null, sales: null });
    await forecast('10497-1');
    // A process that read the stored forecast again would fail.
    await api.db.query('ALTER TABLE market.forecast RENAME TO forecast_away');
    try {
      expect(await forecast('497-1')).toMatchObject({ new: { in_6_months: null } });
      expect(await forecast('10497')).toMatchObject({ new: { in_6_months: { value_usd: 2_200 } } });
    } finally {
      await api.db.query('ALTER TABLE market.forecast_away RENAME TO forecast');
    }
  });
});
