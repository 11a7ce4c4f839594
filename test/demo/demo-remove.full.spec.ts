import { DEMO_EMAIL } from '@brickmarket/demo-market';
import { createAccount, importBrickfolio, importSales } from '@brickmarket/operations';
import { AccountBook, AccountStore, ItemDirectory, SalesImport, StoreClock } from '@brickmarket/persistence-ports';
import { ImportFolder } from '../support/import-folder.ts';
import { moveClock } from '../support/move-clock.ts';
import { runCli } from '../support/run-cli.ts';
import { TestMarket } from '../support/test-market.ts';

const AS_OF = '2026-11-01T12:00:00Z';
const OWN = 'me@example.com';

describe('brickmarket demo remove', () => {
  let market: TestMarket;
  const files = new ImportFolder();
  const cli = (...args: string[]) => runCli(args, { DATABASE_URL: market.url });
  const count = async (rest: string) =>
    (await market.rows<{ count: number }>(`SELECT count(*)::integer AS count FROM ${rest}`))[0]!.count;

  beforeAll(async () => {
    market = await TestMarket.create();
    await moveClock(market.db, AS_OF);
    expect(await cli('demo', 'load', '--sets', '60', '--years', '1.5', '--as-of', AS_OF)).toMatchObject({ code: 0 });
  });
  afterAll(() => market.close());

  it('leaves the catalog and what users entered, and removes everything synthetic; it can be repeated', async () => {
    const { stores } = market;
    const [traded] = await market.rows<{ number: string }>(
      `SELECT set_number AS number FROM catalog.lego_set s WHERE msrp_cents IS NOT NULL
       AND EXISTS (SELECT FROM market.item_value v WHERE v.item_id = s.id AND v.value_cents IS NOT NULL) LIMIT 1`,
    );
    const number = traded!.number;
    await createAccount(stores.get(AccountStore), { email: OWN, plan: 'reseller' });
    const book = stores.pick({ accounts: AccountStore, items: ItemDirectory, book: AccountBook, clock: StoreClock });
    const holdings = files.write('own.csv', `set_number,quantity,condition\n${number},2,sealed\n42143-1,1,sealed\n`);
    await importBrickfolio(book, holdings, { account: OWN, now: new Date(AS_OF) });
    const rows = Array.from(
      { length: 8 },
      (_, i) => `set,42143-1,2026-10-${String(10 + i)}T10:00:00Z,${300 + i}.00,sealed,1,my-shop,${i}`,
    );
    const sales = files.write(
      'sales.csv',
      `item_type,item_number,sold_at,price_usd,condition,quantity,source,source_ref\n${rows.join('\n')}\n`,
    );
    await importSales(stores.pick({ sales: SalesImport, items: ItemDirectory }), [sales], { now: new Date(AS_OF) });
    const catalog = await count('catalog.lego_set');

    const { code, stdout } = await cli('demo', 'remove', '--json');
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      {
        set_details: expect.any(Number),
        retail_prices: expect.any(Number),
        sales: expect.any(Number),
        events: expect.any(Number),
        accounts: 6,
      },
    ]);

    expect([catalog, await count('catalog.lego_set'), await count('catalog.minifig')]).toEqual([26366, 26366, 16646]);
    expect(
      await count(
        `catalog.lego_set
         WHERE num_nonnulls(upc, ean, release_date, exit_date, msrp_cents, box_width_mm) > 0`,
      ),
    ).toBe(0);
    for (const table of [
      'source.retail_observation',
      'retail.price_state',
      'retail.price_change',
      'retail.product_code',
      'retail.listing',
      'source.details_before',
      'ops.demo_market',
      'market.backtest',
      'market.forecast',
    ])
      expect([table, await count(table)]).toEqual([table, 0]);
    expect(await market.rows('SELECT email FROM access.account')).toEqual([{ email: OWN }]);
    expect(await count('portfolio.holding')).toBe(2);
    expect(await count('source.market_sale')).toBe(8);
    const values = await market.rows<{ number: string }>(
      `SELECT DISTINCT set_number AS number FROM market.item_value v JOIN catalog.lego_set s ON s.id = v.item_id
       WHERE value_cents IS NOT NULL`,
    );
    expect(values).toEqual([{ number: '42143-1' }]);
    expect(
      await count(`market.month_value WHERE sales_count > 0 AND item_id <> (SELECT id FROM catalog.lego_set
      WHERE set_number = '42143-1')`),
    ).toBe(0);

    expect(await cli('demo', 'remove')).toMatchObject({ code: 1, stderr: expect.stringContaining('has no demo') });
    expect(await cli('demo', 'load')).toMatchObject({ code: 1, stderr: expect.stringContaining('not a demo') });
    expect(await count(`access.account WHERE email = '${DEMO_EMAIL}'`)).toBe(0);
  });
});
