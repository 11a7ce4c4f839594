import { insertSet } from '../support/catalog-builders.ts';
import { moveClock } from '../support/move-clock.ts';
import { defaultBrickfolio, insertBrickfolio, insertHolding, insertValueStep } from '../support/portfolio-builders.ts';
import { TestApi } from '../support/test-api.ts';

interface Analytics {
  period: string;
  summary: Record<string, unknown>;
  value_history: {
    date: string;
    total_value_usd: number;
    cost_basis_usd: number;
    gain_loss_usd: number;
    gain_loss_pct: number;
  }[];
}

describe('GET /brickfolio/analytics', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await TestApi.start();
    await moveClock(api.db, '2026-11-15T23:59:59Z');
    await insertSet(api.db, { set_number: '100-1', title: 'Castle' });
    await insertSet(api.db, { set_number: '200-1', title: 'Tower' });
    await insertSet(api.db, { set_number: '300-1', title: 'Moat' });
    await insertValueStep(api.db, '100-1', 'sealed', '2020-01-01', 1);
    await insertValueStep(api.db, '100-1', 'sealed', '2025-06-01', 11_000);
    await insertValueStep(api.db, '100-1', 'sealed', '2026-11-13', 12_000);
    await insertValueStep(api.db, '100-1', 'sealed', '2026-11-16', 1);
    await insertValueStep(api.db, '200-1', 'used', '2026-11-14', 4_000);
  });

  afterAll(() => api.stop());

  it('answers zeros for every day to an account that has nothing', async () => {
    const { key } = await api.account();
    const { period, summary, value_history } = await api.data<Analytics>('/brickfolio/analytics', key);
    expect(period).toBe('1y');
    expect(summary).toEqual({
      total_sets: 0,
      total_items: 0,
      total_cost_basis_usd: 0,
      total_current_value_usd: 0,
      unrealized_gain_loss_usd: 0,
      unrealized_gain_loss_pct: 0,
      top_gainer: null,
      top_loser: null,
    });
    expect(value_history).toHaveLength(365);
    expect(value_history[0]).toEqual({
      date: '2025-11-16',
      total_value_usd: 0,
      cost_basis_usd: 0,
      gain_loss_usd: 0,
      gain_loss_pct: 0,
    });
    expect(value_history.at(-1)!.date).toBe('2026-11-15');
  });

  it.each([
    ['30d', 30, '2026-10-17'],
    ['90d', 90, '2026-08-18'],
    ['1y', 365, '2025-11-16'],
  ])('has one point for every day of %s, the last one today', async (period, days, first) => {
    const { key } = await api.account();
    const analytics = await api.data<Analytics>(`/brickfolio/analytics?period=${period}`, key);
    expect(analytics.period).toBe(period);
    expect(analytics.value_history.map((point) => point.date)).toEqual(
      Array.from({ length: days }, (_, index) =>
        new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10),
      ),
    );
  });

  it('follows one holding from the day it was bought through the steps of its value', async () => {
    const { key, accountId } = await api.account();
    await insertHolding(api.db, await defaultBrickfolio(api.db, accountId), '100-1', {
      quantity: 2,
      purchase_price_cents: 10_000,
      purchase_date: '2026-11-12',
    });
    const { summary, value_history } = await api.data<Analytics>('/brickfolio/analytics?period=30d', key);
    expect(value_history.slice(-5)).toEqual([
      { date: '2026-11-11', total_value_usd: 0, cost_basis_usd: 0, gain_loss_usd: 0, gain_loss_pct: 0 },
      { date: '2026-11-12', total_value_usd: 220, cost_basis_usd: 200, gain_loss_usd: 20, gain_loss_pct: 10 },
      { date: '2026-11-13', total_value_usd: 240, cost_basis_usd: 200, gain_loss_usd: 40, gain_loss_pct: 20 },
      { date: '2026-11-14', total_value_usd: 240, cost_basis_usd: 200, gain_loss_usd: 40, gain_loss_pct: 20 },
      { date: '2026-11-15', total_value_usd: 240, cost_basis_usd: 200, gain_loss_usd: 40, gain_loss_pct: 20 },
    ]);
    expect(summary).toEqual({
      total_sets: 1,
      total_items: 2,
      total_cost_basis_usd: 200,
      total_current_value_usd: 240,
      unrealized_gain_loss_usd: 40,
      unrealized_gain_loss_pct: 20,
      top_gainer: { set_number: '100-1', title: 'Castle', gain_pct: 20 },
      top_loser: null,
    });
  });

  it('counts all but the sold: unknown dates always, unknown values at cost, unknown costs in no gain', async () => {
    const { key, accountId } = await api.account();
    const folio = await defaultBrickfolio(api.db, accountId);
    const attic = await insertBrickfolio(api.db, accountId, 'Attic');
    await insertHolding(api.db, folio, '100-1', { purchase_price_cents: 10_000 });
    await insertHolding(api.db, attic, '200-1', { condition: 'used', status: 'listed', purchase_price_cents: 5_000 });
    await insertHolding(api.db, attic, '200-1', { purchase_price_cents: 777, purchase_date: '2026-11-15' });
    await insertHolding(api.db, attic, '300-1', { status: 'sold', purchase_price_cents: 1, quantity: 100 });
    await insertHolding(api.db, folio, '300-1', {});
    await insertHolding(api.db, folio, '100-1', { quantity: 2 });
    const { summary, value_history } = await api.data<Analytics>('/brickfolio/analytics?period=90d', key);
    expect(summary).toEqual({
      total_sets: 3,
      total_items: 6,
      total_cost_basis_usd: 157.77,
      total_current_value_usd: 407.77,
      unrealized_gain_loss_usd: 10,
      unrealized_gain_loss_pct: 6.67,
      top_gainer: { set_number: '100-1', title: 'Castle', gain_pct: 20 },
      top_loser: { set_number: '200-1', title: 'Tower', loss_pct: -20 },
    });
    expect(value_history[0]).toMatchObject({ total_value_usd: 380, cost_basis_usd: 150, gain_loss_usd: 10 });
    expect(value_history.at(-2)).toMatchObject({ total_value_usd: 400, cost_basis_usd: 150, gain_loss_usd: 10 });
    expect(value_history.at(-1)).toMatchObject({
      total_value_usd: 407.77,
      cost_basis_usd: 157.77,
      gain_loss_usd: 10,
      gain_loss_pct: 6.67,
    });
  });

  it.each(['period=', 'period=2y', 'period=30D', 'limit=1'])('refuses %s', async (query) => {
    const { key } = await api.account();
    expect((await api.call(`/brickfolio/analytics?${query}`, { key })).status).toBe(400);
  });
});
