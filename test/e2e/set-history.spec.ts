import { insertSet } from '../support/catalog-builders.ts';
import { TestApi } from '../support/test-api.ts';

describe('GET /set/{number}/history', () => {
  let api: TestApi;
  let key: string;

  beforeAll(async () => {
    api = await TestApi.start();
    ({ key } = await api.account());
    const set = await insertSet(api.db, { set_number: '75192-1' });
    await insertSet(api.db, { set_number: '100-1' });
    await api.db.query(
      `INSERT INTO market.month_series
       VALUES ($1, 'sealed', '2025-11-01', '2026-02-01'), ($1, 'used', '2026-02-01', '2026-02-01')`,
      [set],
    );
    await api.db.query(
      `INSERT INTO market.month_value (
         item_id, condition, month, value_cents, low_cents, high_cents, sales_count, event
       ) VALUES
       ($1, 'sealed', '2025-11-01', NULL, NULL, NULL, 0, 'released'),
       ($1, 'sealed', '2026-01-01', 10050, 9000, 12001, 7, NULL),
       ($1, 'used', '2026-02-01', 500, 500, 500, 1, NULL)`,
      [set],
    );
  });

  afterAll(() => api.stop());

  it('shows every published month, oldest first, also those without sales', async () => {
    const nothing = { value_usd: null, range_low: null, range_high: null, sales_count: 0, event: null };
    expect(await api.data('/set/75192-1/history', key)).toEqual({
      set_number: '75192-1',
      condition: 'sealed',
      history: [
        { month: '2025-11', ...nothing, event: 'released' },
        { month: '2025-12', ...nothing },
        { month: '2026-01', value_usd: 100.5, range_low: 90, range_high: 120.01, sales_count: 7, event: null },
        { month: '2026-02', ...nothing },
      ],
    });
  });

  it('shows the market of used copies when asked', async () => {
    expect(await api.data('/set/75192/history?condition=used', key)).toEqual({
      set_number: '75192-1',
      condition: 'used',
      history: [{ month: '2026-02', value_usd: 5, range_low: 5, range_high: 5, sales_count: 1, event: null }],
    });
  });

  it('has no months for a set of which none is published', async () => {
    expect(await api.data('/set/100-1/history', key)).toEqual({
      set_number: '100-1',
      condition: 'sealed',
      history: [],
    });
  });

  it.each(['', 'new', 'Sealed', 'sealed,used'])('answers 400 to the condition "%s"', async (condition) => {
    expect((await api.call(`/set/75192-1/history?condition=${condition}`, { key })).status).toBe(400);
  });

  it('answers 404 for a number no set has', async () => {
    expect((await api.call('/set/9-9/history', { key })).status).toBe(404);
  });

  it('holds published months against change, whoever asks', async () => {
    await expect(api.db.query('UPDATE market.month_value SET value_cents = 1')).rejects.toThrow(
      'a published month does not change',
    );
    await expect(api.db.query('DELETE FROM market.month_value')).rejects.toThrow('a published month does not change');
  });
});
