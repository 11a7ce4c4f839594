import { TestAccountArea, type TestBrowser } from '../support/test-account-area.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { raiseDataVersion } from '../support/data-versions.ts';
import { moveClock } from '../support/move-clock.ts';
import { listAtRetailers } from '../support/retail-builders.ts';
import { insertValue } from '../support/value-builders.ts';

/** One moment for all tests: a run may cross UTC midnight. */
const STARTED = new Date();

interface Suggestions {
  readonly sets: readonly { setNumber: string; title: string; status: string }[];
  readonly total: number;
}

describe('the sets of the account area', () => {
  let area: TestAccountArea;
  let ann: TestBrowser;
  beforeAll(async () => {
    area = await TestAccountArea.start();
    await moveClock(area.db, STARTED.toISOString());
    ann = await area.signedUp('ann@example.com');
    await insertSet(area.db, { set_number: '10497-1', title: 'Galaxy Explorer', year: 2022, exit_date: '2024-12-31' });
    await insertSet(area.db, { set_number: '497-1', title: 'Galaxy Explorer', year: 1979 });
    await insertSet(area.db, { set_number: '75192-1', title: 'Millennium Café', year: 2017 });
  });
  afterAll(() => area.stop());

  const search = async (q: string): Promise<Suggestions> =>
    (await ann.get(`sets/search?q=${encodeURIComponent(q)}`)).json<Suggestions>();

  describe('search', () => {
    it('finds sets by a part of the number or the name, as the API ranks them', async () => {
      const numbers = async (q: string) => (await search(q)).sets.map(({ setNumber }) => setNumber);
      expect(await numbers('497')).toEqual(['497-1', '10497-1']);
      expect(await numbers('explorer gal')).toEqual(['10497-1', '497-1']);
      expect(await numbers('CAFE')).toEqual(['75192-1']);
      expect(await search('nothing like it')).toEqual({ sets: [], total: 0 });
      expect((await search('10497')).sets[0]).toMatchObject({ title: 'Galaxy Explorer', status: 'retired' });
    });

    it('finds a set as soon as the catalogue has it', async () => {
      expect((await search('Eldorado')).total).toBe(0);
      await insertSet(area.db, { set_number: '6276-1', title: 'Eldorado Fortress' });
      await raiseDataVersion(area.db, 'catalog');
      expect((await search('Eldorado')).total).toBe(1);
    });

    it('is for people who are signed in, and refuses an empty, too long or repeated question', async () => {
      expect((await area.browser().get('sets/search?q=galaxy')).code).toBe('NotSignedIn');
      for (const query of ['', 'q=', `q=${'x'.repeat(101)}`, 'q=a&q=b', 'q=ab&limit=5'])
        expect([query, (await ann.get(`sets/search?${query}`)).code]).toEqual([query, 'BadRequest']);
    });
  });

  describe('the page of a set', () => {
    let setId: number;
    beforeAll(async () => {
      const { db } = area;
      setId = (await db.query<{ id: number }>(`SELECT id FROM catalog.lego_set WHERE set_number = '10497-1'`)).rows[0]!
        .id;
      await insertValue(db, setId, 'sealed', { value_cents: 13_525, low_cents: 11_000, high_cents: 16_000 });
      await listAtRetailers(db, setId, {
        retailer_a: {
          price_cents: 9_999,
          seller_type: 'third_party',
          at_lowest: true,
          lowest_cents: 9_999,
          flip_1p_to_3p: true,
          changed_at: '2026-11-10T00:00:00Z',
          last_change_cents: -1_000,
          lowest_fba_cents: 12_000,
          fba_sellers: 3,
          buy_box_cents: 12_500,
          last_checked_at: STARTED.toISOString(),
        },
        retailer_b: { price_cents: 10_999, in_stock: true, last_checked_at: '2020-01-01T00:00:00Z' },
      });
      await db.query(
        `INSERT INTO retail.price_change VALUES
           ($1, 'retailer_a', '2026-10-01T00:00:00Z', 10999, 'retailer'),
           ($1, 'retailer_a', '2026-11-10T00:00:00Z', 9999, 'third_party')`,
        [setId],
      );
      await db.query(`INSERT INTO market.month_series VALUES ($1, 'sealed', '2026-08-01', '2026-10-01')`, [setId]);
      await db.query(
        `INSERT INTO market.month_value VALUES
           ($1, 'sealed', '2026-08-01', 12000, 10000, 14000, 5, NULL),
           ($1, 'sealed', '2026-10-01', 13000, 11000, 15000, 7, NULL)`,
        [setId],
      );
      await db.query(`INSERT INTO market.incomplete_sales VALUES ($1, 'used', 3)`, [setId]);
      const account = await area.accountId('ann@example.com');
      await db.query(
        `INSERT INTO portfolio.holding (account_id, brickfolio_id, set_id, set_number, quantity, condition,
                                        purchase_price_cents, purchase_date, status)
         SELECT account_id, id, $2, '10497-1', 2, 'sealed', 8000, '2023-12-25', 'owned'
         FROM portfolio.brickfolio WHERE account_id = $1`,
        [account, setId],
      );
    });

    it('has facts, values, every finalized month, both retailers, how prices changed, and what was paid', async () => {
      // By the bare number too.
      const page = (await ann.get('sets/10497')).json();
      expect(page).toMatchObject({
        setNumber: '10497-1',
        title: 'Galaxy Explorer',
        status: 'retired',
        lastDay: '2024-12-31',
        newValue: { valueCents: 13_525, lowCents: 11_000, highCents: 16_000, tier: 'high' },
        usedValue: null,
        incompleteSales: { sealed: 0, used: 3 },
        months: {
          used: [],
          sealed: [
            { month: '2026-08', valueCents: 12_000, lowCents: 10_000, highCents: 14_000, salesCount: 5, event: null },
            { month: '2026-09', valueCents: null, lowCents: null, highCents: null, salesCount: 0, event: null },
            { month: '2026-10', valueCents: 13_000, lowCents: 11_000, highCents: 15_000, salesCount: 7, event: null },
          ],
        },
        retail: {
          retailer_a: { priceCents: 9_999, sellerType: 'third_party', atLowest: true, flip1pTo3p: true },
          // Seen too long ago to say what it costs now.
          retailer_b: { priceCents: null, inStock: null },
          exit: { lowestFbaCents: 12_000, fbaSellers: 3, buyBoxCents: 12_500 },
        },
        changes: {
          retailer_b: [],
          retailer_a: [
            { at: '2026-10-01T00:00:00.000Z', priceCents: 10_999, sellerType: 'retailer' },
            { at: '2026-11-10T00:00:00.000Z', priceCents: 9_999, sellerType: 'third_party' },
          ],
        },
        owned: [
          {
            brickfolio: 'My brickfolio',
            quantity: 2,
            condition: 'sealed',
            priceCents: 8_000,
            purchaseDay: '2023-12-25',
          },
        ],
        averageCostCents: 8_000,
      });
    });

    it("shows nobody else's copies, and knows no set that is not there", async () => {
      const bob = await area.signedUp('bob@example.com');
      expect((await bob.get('sets/10497-1')).json()).toMatchObject({ owned: [], averageCostCents: null });
      for (const number of ['99999-1', 'a%20b', '%00', 'x'.repeat(60)])
        expect([number, (await ann.get(`sets/${number}`)).status]).toEqual([number, 404]);
    });

    it('lists what the account watches at retail, with flips and lows, and no set of another', async () => {
      const watch = async (who: TestBrowser, query = '') =>
        (await who.get(`retail-watch?${query}`)).json<{ rows: { setNumber: string }[]; total: number }>();
      expect(await watch(ann)).toMatchObject({
        rows: [{ setNumber: '10497-1', paidCents: 8_000, retail: { retailer_a: { priceCents: 9_999 } } }],
        total: 1,
        flips: 1,
        lows: 1,
      });
      expect((await watch(ann, 'marked=lows')).total).toBe(1);
      expect((await watch(ann, 'changedWithinDays=1')).total).toBe(0);
      expect((await watch(await area.signedUp('cy@example.com'))).total).toBe(0);
      for (const query of ['marked=all', 'changedWithinDays=2', 'limit=0', 'limit=1e1', 'sort=x'])
        expect([query, (await ann.get(`retail-watch?${query}`)).code]).toEqual([query, 'BadRequest']);
    });
  });

  describe('discovery', () => {
    it('browses by theme, year and status, in pages, and by the last day where sets retire soon', async () => {
      const { db } = area;
      const day = (ahead: number): string =>
        new Date(STARTED.getTime() + ahead * 86_400_000).toISOString().slice(0, 10);
      for (const [number, ahead] of [
        ['1001-1', 90],
        ['1002-1', 10],
        ['1003-1', 50],
      ] as const)
        await insertSet(db, {
          set_number: number,
          theme: 'Castle',
          year: 2025,
          release_date: '2025-01-01',
          exit_date: day(ahead),
        });
      await raiseDataVersion(db, 'catalog');
      type List = { sets: { setNumber: string }[]; total: number };
      const browse = async (query: string) => {
        const { sets, total } = (await ann.get(`sets?${query}`)).json<List>();
        return [sets.map(({ setNumber }) => setNumber), total];
      };
      expect(await browse('status=retiring_soon')).toEqual([['1002-1', '1003-1', '1001-1'], 3]);
      expect(await browse('theme=Castle&year=2025&limit=2')).toEqual([['1001-1', '1002-1'], 3]);
      expect(await browse('theme=Castle&year=2025&limit=2&offset=2')).toEqual([['1003-1'], 3]);
      expect(await browse('theme=Castle&status=retired')).toEqual([[], 0]);
      expect((await ann.get('sets/choices')).json()).toMatchObject({
        themes: [
          { theme: 'Castle', setCount: 3 },
          { theme: 'Space', setCount: 4 },
        ],
        firstYear: 1979,
        lastYear: 2025,
      });
      expect((await ann.get('sets?status=gone')).code).toBe('BadRequest');
    });

    it('lists what moved most since some days', async () => {
      const { db } = area;
      await db.query(
        `INSERT INTO market.value_step (item_id, condition, day, value_cents)
         SELECT id, 'sealed', access.clock()::date - 200, 10820 FROM catalog.lego_set WHERE set_number = '10497-1'`,
      );
      expect((await ann.get('sets/movers?days=90')).json()).toEqual({
        risen: [
          expect.objectContaining({ setNumber: '10497-1', beforeCents: 10_820, nowCents: 13_525, changePct: 25 }),
        ],
        fallen: [],
      });
      expect((await ann.get('sets/movers?days=365')).json()).toEqual({ risen: [], fallen: [] });
      expect((await ann.get('sets/movers?days=5')).code).toBe('BadRequest');
    });
  });
});
