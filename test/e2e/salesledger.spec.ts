import { insertSet } from '../support/catalog-builders.ts';
import { insertSale } from '../support/portfolio-builders.ts';
import { TestApi } from '../support/test-api.ts';

interface Ledger {
  sales: { id: number; sale_date: string }[];
  pagination: { total: number; has_more: boolean };
}

describe('GET /salesledger', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await TestApi.start();
    await insertSet(api.db, { set_number: '100-1', title: 'Castle' });
  });

  afterAll(() => api.stop());

  it('answers an empty page to an account that has sold nothing', async () => {
    const { key } = await api.account();
    expect(await api.data('/salesledger', key)).toEqual({
      sales: [],
      pagination: { total: 0, limit: 50, offset: 0, has_more: false },
    });
  });

  it('shows every field of a sale', async () => {
    const { key, accountId } = await api.account();
    const columns = {
      platform: 'bricklink',
      sale_date: '2026-02-28',
      quantity: 3,
      gross_cents: 30_000,
      platform_fees_cents: 900,
      payment_fees_cents: 1_000,
      shipping_cents: 1_234,
      cost_basis_cents: 21_000,
    };
    const id = await insertSale(api.db, accountId, '100-1', columns);
    expect(await api.data('/salesledger', key)).toEqual({
      sales: [
        {
          id,
          set_number: '100-1',
          title: 'Castle',
          platform: 'bricklink',
          sale_date: '2026-02-28',
          quantity: 3,
          gross_proceeds_usd: 300,
          platform_fees_usd: 9,
          payment_fees_usd: 10,
          shipping_cost_usd: 12.34,
          net_proceeds_usd: 268.66,
          profit_loss_usd: 58.66,
          roi_pct: 27.93,
        },
      ],
      pagination: { total: 1, limit: 50, offset: 0, has_more: false },
    });
  });

  it('says null of the profit when the cost is unknown, and 0 percent when there was none', async () => {
    const { key, accountId } = await api.account();
    await insertSale(api.db, accountId, '100-1', { cost_basis_cents: 0 });
    await insertSale(api.db, accountId, '100-1', { cost_basis_cents: null });
    expect((await api.data<Ledger>('/salesledger', key)).sales).toMatchObject([
      { net_proceeds_usd: 100, profit_loss_usd: null, roi_pct: null },
      { net_proceeds_usd: 100, profit_loss_usd: 100, roi_pct: 0 },
    ]);
  });

  it('shows a loss below zero, also when the fees exceed the price', async () => {
    const { key, accountId } = await api.account();
    await insertSale(api.db, accountId, '100-1', { gross_cents: 100, shipping_cents: 500, cost_basis_cents: 1_000 });
    expect((await api.data<Ledger>('/salesledger', key)).sales).toMatchObject([
      { net_proceeds_usd: -4, profit_loss_usd: -14, roi_pct: -140 },
    ]);
  });

  it('pages to the end, newest first, then id descending', async () => {
    const { key, accountId } = await api.account();
    const days = ['2026-03-01', '2026-01-01', '2026-02-01', '2026-03-01', '2025-12-31', '2026-02-01', '2026-03-01'];
    const ids: number[] = [];
    for (const sale_date of days) ids.push(await insertSale(api.db, accountId, '100-1', { sale_date }));
    const expected = [6, 3, 0, 5, 2, 1, 4].map((index) => ids[index]);
    for (const limit of [1, 2, 3, 7, 250]) {
      const found: number[] = [];
      let more = true;
      for (let offset = 0; more; offset += limit) {
        const { sales, pagination } = await api.data<Ledger>(`/salesledger?limit=${limit}&offset=${offset}`, key);
        expect(pagination.total).toBe(7);
        found.push(...sales.map((sale) => sale.id));
        more = pagination.has_more;
      }
      expect(found).toEqual(expected);
    }
    expect(await api.data('/salesledger?offset=7', key)).toMatchObject({
      sales: [],
      pagination: { total: 7, offset: 7, has_more: false },
    });
  });

  it('shows an account no sale but its own', async () => {
    const { key } = await api.account();
    const other = await api.account();
    await insertSale(api.db, other.accountId, '100-1');
    expect((await api.data<Ledger>('/salesledger', key)).pagination.total).toBe(0);
  });

  it.each(['limit=0', 'limit=251', 'offset=-1', 'page=2'])('refuses %s', async (query) => {
    const { key } = await api.account();
    expect((await api.call(`/salesledger?${query}`, { key })).status).toBe(400);
  });
});
