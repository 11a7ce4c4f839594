import { insertSet } from '../support/catalog-builders.ts';
import { moveClock } from '../support/move-clock.ts';
import { defaultBrickfolio, insertBrickfolio, insertHolding, insertValueStep } from '../support/portfolio-builders.ts';
import { TestApi } from '../support/test-api.ts';

interface Entries {
  entries: { set_number: string; brickfolio_id: number; quantity: number }[];
  pagination: { total: number; limit: number; offset: number; has_more: boolean };
}

describe('GET /brickfolio/entries', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await TestApi.start();
    await moveClock(api.db, '2026-11-15T12:00:00Z');
    await insertSet(api.db, { set_number: '100-1', title: 'Castle', theme: 'Knights' });
    await insertSet(api.db, { set_number: '200-1' });
    await insertValueStep(api.db, '100-1', 'sealed', '2026-01-01', 15_000);
    await insertValueStep(api.db, '100-1', 'used', '2026-01-01', 9_000);
    await insertValueStep(api.db, '100-1', 'sealed', '2026-11-16', 1);
    for (let number = 1; number <= 40; number++)
      await insertSet(api.db, { set_number: `90${String(number).padStart(2, '0')}-1` });
  });

  afterAll(() => api.stop());

  it('answers an empty page to an account that has nothing', async () => {
    const { key, accountId } = await api.account();
    const nothing = { entries: [], pagination: { total: 0, limit: 50, offset: 0, has_more: false } };
    expect(await api.data('/brickfolio/entries', key)).toEqual(nothing);
    expect(
      await api.data(`/brickfolio/entries?brickfolio_id=${await defaultBrickfolio(api.db, accountId)}`, key),
    ).toEqual(nothing);
  });

  it('shows every field of one holding', async () => {
    const { key, accountId } = await api.account();
    const folio = await defaultBrickfolio(api.db, accountId);
    await insertHolding(api.db, folio, '100-1', {
      quantity: 3,
      purchase_price_cents: 9_999,
      purchase_date: '2026-02-28',
      status: 'listed',
    });
    expect(await api.data('/brickfolio/entries', key)).toEqual({
      entries: [
        {
          brickfolio_id: folio,
          set_number: '100-1',
          title: 'Castle',
          theme: 'Knights',
          quantity: 3,
          condition: 'sealed',
          purchase_price_usd: 99.99,
          purchase_date: '2026-02-28',
          status: 'listed',
          current_value_usd: 150,
          total_current_value_usd: 450,
          unrealized_gain_loss_usd: 150.03,
          unrealized_gain_loss_pct: 50.02,
        },
      ],
      pagination: { total: 1, limit: 50, offset: 0, has_more: false },
    });
  });

  it('shows every status and condition, and null for what is unknown of a unit, its gain included', async () => {
    const { key, accountId } = await api.account();
    const folio = await defaultBrickfolio(api.db, accountId);
    for (const condition of ['sealed', 'used'] as const) {
      for (const status of ['owned', 'listed', 'sold'] as const)
        await insertHolding(api.db, folio, '100-1', { condition, status });
    }
    await insertHolding(api.db, folio, '200-1', { purchase_price_cents: 500, quantity: 2 });
    await insertHolding(api.db, folio, '200-1');
    const { entries } = await api.data<Entries>('/brickfolio/entries', key);
    const unpriced = {
      purchase_price_usd: null,
      purchase_date: null,
      unrealized_gain_loss_usd: null,
      unrealized_gain_loss_pct: null,
    };
    expect(entries).toMatchObject([
      ...['owned', 'listed', 'sold'].map((status) => ({
        ...unpriced,
        condition: 'sealed',
        status,
        current_value_usd: 150,
        total_current_value_usd: 150,
      })),
      ...['owned', 'listed', 'sold'].map((status) => ({
        ...unpriced,
        condition: 'used',
        status,
        current_value_usd: 90,
        total_current_value_usd: 90,
      })),
      {
        purchase_price_usd: 5,
        current_value_usd: null,
        total_current_value_usd: 10,
        unrealized_gain_loss_usd: null,
        unrealized_gain_loss_pct: null,
      },
      {
        purchase_price_usd: null,
        current_value_usd: null,
        total_current_value_usd: 0,
        unrealized_gain_loss_usd: null,
        unrealized_gain_loss_pct: null,
      },
    ]);
  });

  it('pages by brickfolio, set number and id, over one or all brickfolios, without gap or repetition', async () => {
    const { key, accountId } = await api.account();
    const folios = [
      await defaultBrickfolio(api.db, accountId),
      await insertBrickfolio(api.db, accountId, 'Empty'),
      await insertBrickfolio(api.db, accountId, 'Second'),
      await insertBrickfolio(api.db, accountId, 'Third'),
    ];
    const sizes = [130, 0, 299, 1];
    for (const [index, folio] of folios.entries()) {
      await api.db.query(
        `INSERT INTO portfolio.holding (account_id, brickfolio_id, set_id, set_number, quantity, condition, status)
         SELECT $1, $2, s.id, s.set_number, n, 'sealed', 'owned' FROM generate_series(1, $3) n
           JOIN catalog.lego_set s ON s.set_number = '90' || lpad((n * 7 % 40 + 1)::text, 2, '0') || '-1'`,
        [accountId, folio, sizes[index]],
      );
    }
    const expected = await api.db.query<{ place: string }>(
      `SELECT brickfolio_id || ' ' || set_number || ' ' || quantity AS place FROM portfolio.holding
       WHERE account_id = $1 ORDER BY brickfolio_id, set_number, id`,
      [accountId],
    );
    const places = expected.rows.map((row) => row.place);
    const pageThrough = async (query: string, limit: number) => {
      const found: string[] = [];
      for (let offset = 0; ; offset += limit) {
        const { entries, pagination } = await api.data<Entries>(
          `/brickfolio/entries?limit=${limit}&offset=${offset}${query}`,
          key,
        );
        found.push(...entries.map((entry) => `${entry.brickfolio_id} ${entry.set_number} ${entry.quantity}`));
        if (!pagination.has_more) return found;
      }
    };
    for (const limit of [250, 100, 99, 37]) expect(await pageThrough('', limit)).toEqual(places);
    for (const [index, folio] of folios.entries()) {
      expect(await pageThrough(`&brickfolio_id=${folio}`, 48)).toEqual(
        places.filter((place) => place.startsWith(`${folio} `)),
      );
      expect((await api.data<Entries>(`/brickfolio/entries?brickfolio_id=${folio}`, key)).pagination.total).toBe(
        sizes[index],
      );
    }
    expect(await api.data('/brickfolio/entries?offset=430', key)).toEqual({
      entries: [],
      pagination: { total: 430, limit: 50, offset: 430, has_more: false },
    });
    expect(await api.data('/brickfolio/entries?offset=2147483647', key)).toMatchObject({ entries: [] });
  });

  it("answers 404 to another account's brickfolio and to one that does not exist, word for word the same", async () => {
    const { key } = await api.account();
    const other = await api.account();
    const foreign = await defaultBrickfolio(api.db, other.accountId);
    await insertHolding(api.db, foreign, '100-1');
    const answers = await Promise.all(
      [foreign, 2_147_483_647, 2_147_483_648, 999_999_999_999_999].map((id) =>
        api.call(`/brickfolio/entries?brickfolio_id=${id}`, { key }),
      ),
    );
    expect(answers.map((answer) => [answer.status, answer.text])).toEqual(answers.map(() => [404, answers[0]!.text]));
    expect(answers[0]!.json()).toMatchObject({ error: { code: 'NotFound' } });
  });

  it.each([
    'brickfolio_id=0',
    'brickfolio_id=-1',
    'brickfolio_id=abc',
    'brickfolio_id=',
    'limit=0',
    'limit=251',
    'offset=-1',
    'set=1',
  ])('refuses %s', async (query) => {
    const { key } = await api.account();
    expect((await api.call(`/brickfolio/entries?${query}`, { key })).status).toBe(400);
  });
});
