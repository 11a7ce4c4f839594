import { insertSet } from '../support/catalog-builders.ts';
import { moveClock } from '../support/move-clock.ts';
import { defaultBrickfolio, insertBrickfolio, insertHolding, insertValueStep } from '../support/portfolio-builders.ts';
import { TestApi } from '../support/test-api.ts';

interface Brickfolios {
  brickfolios: Record<string, unknown>[];
  monthly_periods: unknown[];
}

describe('GET /brickfolio', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await TestApi.start();
    await moveClock(api.db, '2026-11-15T12:00:00Z');
    for (const set_number of ['100-1', '200-1', '300-1']) await insertSet(api.db, { set_number });
    await insertValueStep(api.db, '100-1', 'sealed', '2026-01-01', 15_000);
    await insertValueStep(api.db, '100-1', 'used', '2026-01-01', 9_000);
    await insertValueStep(api.db, '200-1', 'sealed', '2026-01-01', 4_000);
    await insertValueStep(api.db, '200-1', 'sealed', '2026-11-15', 5_050);
    await insertValueStep(api.db, '200-1', 'sealed', '2026-11-16', 99_999);
  });

  afterAll(() => api.stop());

  it('shows the default brickfolio of an account that has nothing yet', async () => {
    const { key, accountId } = await api.account();
    expect(await api.data('/brickfolio', key)).toEqual({
      brickfolios: [
        {
          id: await defaultBrickfolio(api.db, accountId),
          name: 'My brickfolio',
          description: null,
          is_default: true,
          owned_set_count: 0,
          owned_item_count: 0,
          total_cost_basis_usd: 0,
          total_current_value_usd: 0,
          unrealized_gain_loss_usd: 0,
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        },
      ],
      monthly_periods: [],
    });
  });

  it('adds up one holding at the values of today', async () => {
    const { key, accountId } = await api.account();
    await insertHolding(api.db, await defaultBrickfolio(api.db, accountId), '200-1', {
      quantity: 3,
      purchase_price_cents: 3_333,
      purchase_date: '2025-12-24',
    });
    const { brickfolios, monthly_periods } = await api.data<Brickfolios>('/brickfolio', key);
    expect(brickfolios).toMatchObject([
      {
        owned_set_count: 1,
        owned_item_count: 3,
        total_cost_basis_usd: 99.99,
        total_current_value_usd: 151.5,
        unrealized_gain_loss_usd: 51.51,
      },
    ]);
    expect(monthly_periods).toEqual([{ month: '2025-12', entry_count: 1, items: 3, cost_basis_usd: 99.99 }]);
  });

  it('counts what is not sold in both conditions, unknown values at cost, and no gain of unknown cost', async () => {
    const { key, accountId } = await api.account();
    const folio = await defaultBrickfolio(api.db, accountId);
    await api.db.query(`UPDATE portfolio.brickfolio SET description = 'All of it' WHERE id = $1`, [folio]);
    await insertHolding(api.db, folio, '100-1', { purchase_price_cents: 10_000, purchase_date: '2026-03-01' });
    await insertHolding(api.db, folio, '100-1', {
      condition: 'used',
      status: 'listed',
      quantity: 2,
      purchase_date: '2026-03-31',
    });
    await insertHolding(api.db, folio, '300-1', {
      purchase_price_cents: 700,
      quantity: 2,
      purchase_date: '2026-05-05',
    });
    await insertHolding(api.db, folio, '300-1', { purchase_date: '2026-06-05' });
    await insertHolding(api.db, folio, '200-1', {
      status: 'sold',
      purchase_price_cents: 1,
      purchase_date: '2026-07-01',
    });
    await insertHolding(api.db, folio, '200-1', { purchase_price_cents: 5_050 });
    const { brickfolios, monthly_periods } = await api.data<Brickfolios>('/brickfolio', key);
    expect(brickfolios).toMatchObject([
      {
        description: 'All of it',
        owned_set_count: 3,
        owned_item_count: 7,
        total_cost_basis_usd: 164.5,
        total_current_value_usd: 394.5,
        unrealized_gain_loss_usd: 50,
      },
    ]);
    expect(monthly_periods).toEqual([
      { month: '2026-03', entry_count: 2, items: 3, cost_basis_usd: 100 },
      { month: '2026-05', entry_count: 1, items: 2, cost_basis_usd: 14 },
      { month: '2026-06', entry_count: 1, items: 1, cost_basis_usd: null },
    ]);
  });

  it('lists the default first, then by id', async () => {
    const { key, accountId } = await api.account();
    const first = await defaultBrickfolio(api.db, accountId);
    const attic = await insertBrickfolio(api.db, accountId, 'Attic');
    const cellar = await insertBrickfolio(api.db, accountId, 'Cellar');
    await api.db.query(
      `BEGIN; UPDATE portfolio.brickfolio SET is_default = false WHERE id = ${first};
       UPDATE portfolio.brickfolio SET is_default = true WHERE id = ${cellar}; COMMIT`,
    );
    await insertHolding(api.db, attic, '100-1', { quantity: 4 });
    const { brickfolios } = await api.data<Brickfolios>('/brickfolio', key);
    expect(brickfolios.map(({ id, is_default, owned_item_count }) => [id, is_default, owned_item_count])).toEqual([
      [cellar, true, 0],
      [first, false, 0],
      [attic, false, 4],
    ]);
  });

  it('shows a change of value at once, although values are kept in memory', async () => {
    const { key, accountId } = await api.account();
    await insertHolding(api.db, await defaultBrickfolio(api.db, accountId), '300-1');
    await api.data('/brickfolio', key);
    await insertValueStep(api.db, '300-1', 'sealed', '2026-11-14', 1_234);
    expect((await api.data<Brickfolios>('/brickfolio', key)).brickfolios).toMatchObject([
      { total_current_value_usd: 12.34 },
    ]);
  });

  it('takes no parameters', async () => {
    const { key } = await api.account();
    expect((await api.call('/brickfolio?limit=1', { key })).status).toBe(400);
  });
});
