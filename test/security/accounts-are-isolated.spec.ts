import * as fc from 'fast-check';
import { Database, readAsAccount } from '@brickmarket/persistence-postgres';
import { insertSet } from '../support/catalog-builders.ts';
import { defaultBrickfolio, insertBrickfolio, insertHolding, insertSale } from '../support/portfolio-builders.ts';
import { listAtRetailers } from '../support/retail-builders.ts';
import { BUSY_MS } from '../support/service-environment.ts';
import { type TestAccount, TestApi } from '../support/test-api.ts';

const NUMBERS = ['1-1', '2-1', '3-1', '4-1'];
const PRIVATE_TABLES = ['brickfolio', 'holding', 'holding_block', 'sale'];
const ALL_OWNERS = PRIVATE_TABLES.map((table) => `SELECT account_id FROM portfolio.${table}`).join(' UNION ');

/** One account's belongings; its price is its own, so that it would be known again in anybody else's answer. */
const belongings = fc.record({
  holdings: fc.array(
    fc.record({
      setNumber: fc.constantFrom(...NUMBERS),
      status: fc.constantFrom('owned' as const, 'listed' as const, 'sold' as const),
      folio: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
  sales: fc.array(fc.constantFrom(...NUMBERS), { maxLength: 4 }),
});

describe('accounts', () => {
  let api: TestApi;
  let database: Database;

  beforeAll(async () => {
    // They ask for more than their share of a process that has just started: how long they wait is not the point.
    api = await TestApi.start({ ANSWER_TIMEOUT_MS: BUSY_MS });
    database = await Database.connect({
      url: api.databaseUrl,
      applicationName: 'spec',
      role: 'brickmarket_api',
      poolSize: 2,
    });
    for (const set_number of NUMBERS)
      await listAtRetailers(api.db, await insertSet(api.db, { set_number }), {
        asin: `B00000000${set_number[0]}`,
        retailer_a: { price_cents: 100 },
      });
  });

  afterAll(async () => {
    await database.close();
    await api.stop();
  });

  let nextMark = 1;
  async function settle({
    holdings,
    sales,
  }: {
    holdings: readonly { setNumber: string; status: 'owned' | 'listed' | 'sold'; folio: boolean }[];
    sales: readonly string[];
  }) {
    const account = await api.account();
    // As cents, 7-digit marks that occur nowhere else: 4,1xx,x13.
    const cents = 4_100_013 + 1_000 * nextMark++;
    const folios = [
      await defaultBrickfolio(api.db, account.accountId),
      await insertBrickfolio(api.db, account.accountId, `folio ${cents}`),
    ];
    for (const { setNumber, status, folio } of holdings)
      await insertHolding(api.db, folios[folio ? 1 : 0]!, setNumber, { status, purchase_price_cents: cents });
    for (const setNumber of sales) await insertSale(api.db, account.accountId, setNumber, { gross_cents: cents });
    return { account, folios, mark: (cents / 100).toFixed(2), holdings, sales };
  }

  const privateAnswers = async ({ key }: TestAccount): Promise<string> => {
    const paths = [
      '/brickfolio',
      '/brickfolio/entries',
      '/brickfolio/analytics',
      '/brickfolio/retail-watch',
      '/salesledger',
      ...NUMBERS.map((number) => `/set/${number}/retail-prices`),
    ];
    return (await Promise.all(paths.map(async (path) => JSON.stringify(await api.data(path, key))))).join('\n');
  };

  it('never see anything of each other, on any private route or in any paid, asked all at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(belongings, { minLength: 2, maxLength: 4 }), async (world) => {
        const residents = await Promise.all(world.map(settle));
        const answers = await Promise.all(residents.map(({ account }) => privateAnswers(account)));
        for (const [index, { mark, folios, holdings, sales, account }] of residents.entries()) {
          answers.forEach((answer, other) => {
            if (other !== index) expect(answer).not.toContain(mark);
          });
          if (sales.length > 0 || holdings.some(({ status }) => status !== 'sold'))
            expect(answers[index]).toContain(mark);
          for (const stranger of residents) {
            if (stranger.account.accountId === account.accountId) continue;
            for (const folio of folios)
              expect(
                (await api.call(`/brickfolio/entries?brickfolio_id=${folio}`, { key: stranger.account.key })).status,
              ).toBe(404);
          }
          // The second lock alone: no statement here says whose rows it wants.
          const owners = await readAsAccount(database, account.accountId, 'all_owners', ALL_OWNERS);
          expect(owners).toEqual([{ account_id: account.accountId }]);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('are hidden behind row-level security in every table that has an account', async () => {
    const unlocked = await api.db.query<{ name: string }>(`
      SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'account_id'
      WHERE c.relkind IN ('r', 'p') AND n.nspname <> 'access' AND NOT c.relrowsecurity
        AND has_table_privilege('brickmarket_api', c.oid, 'SELECT')`);
    expect(unlocked.rows).toEqual([]);
    for (const table of PRIVATE_TABLES)
      expect((await database.pool.query(`SELECT FROM portfolio.${table}`)).rowCount).toBe(0);
  });
});
