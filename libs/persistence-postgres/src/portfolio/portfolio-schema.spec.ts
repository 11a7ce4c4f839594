import { Brickfolios, RetailWatch, SalesLedger } from '@brickmarket/persistence-ports';
import { Pool } from 'pg';
import { insertSet, insertRow } from '../../../../test/support/catalog-builders.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import {
  defaultBrickfolio,
  insertBrickfolio,
  insertHolding,
  insertSale,
} from '../../../../test/support/portfolio-builders.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { readAsAccount, Database } from '../database/database.ts';
import { Stores } from '../stores.ts';

describe('the portfolio schema', () => {
  let database: TestDatabase;
  let owner: Pool;
  let api: Database;
  let anna: number;
  let ben: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = new Pool({ connectionString: database.url, max: 2 });
    // One connection, so that every test meets what the one before it left behind; pipelined, as the API's are.
    const settings = { applicationName: 'spec', role: 'brickmarket_api', poolSize: 1, pipelined: true };
    api = await Database.connect({ url: database.url, ...settings });
    anna = await insertRow(owner, 'access.account', { email: 'anna@test.example', plan: 'reseller' });
    ben = await insertRow(owner, 'access.account', { email: 'ben@test.example', plan: 'reseller' });
    await insertSet(owner, { set_number: '100-1' });
    for (const account of [anna, ben]) {
      await insertHolding(owner, await defaultBrickfolio(owner, account), '100-1');
      await insertSale(owner, account, '100-1');
    }
  });

  afterAll(async () => {
    await api.close();
    await owner.end();
    await database.drop();
  });

  describe.each(['brickfolio', 'holding', 'holding_block', 'sale'])('the second lock on %s', (table) => {
    const everyRow = `SELECT account_id FROM portfolio.${table}`;

    it('shows an account its own rows to a statement without any filter', async () => {
      const rows = await readAsAccount(api, anna, `all_${table}`, everyRow);
      expect(rows).toEqual([{ account_id: anna }]);
    });

    it('shows each of many accounts its own, though their statements go down one connection together', async () => {
      const asked = Array.from({ length: 50 }, (_, index) => (index % 3 === 0 ? ben : anna));
      const seen = await Promise.all(asked.map((account) => readAsAccount(api, account, `all_${table}`, everyRow)));
      expect(seen).toEqual(asked.map((account) => [{ account_id: account }]));
    });

    it('shows nothing outside of a private read, also on a connection that served one', async () => {
      await readAsAccount(api, ben, `all_${table}`, everyRow);
      expect(await api.prepared(`outside_${table}`, everyRow, [])).toEqual([]);
    });

    it('lets the API change nothing', async () => {
      await expect(api.prepared(`delete_${table}`, `DELETE FROM portfolio.${table}`, [])).rejects.toThrow(
        'permission denied',
      );
    });
  });

  describe('a private read', () => {
    /** What is emitted for every statement, or pipeline of statements, that the server has answered. */
    type Answers = { connection: { on(event: 'readyForQuery', count: () => void): void } };
    const anyPage = { brickfolioId: null, limit: 50, offset: 0 };
    const anyWatch = { changedSince: null, asins: null, barcodeKeys: null };
    let answers = 0;
    let counted: Database;

    beforeAll(async () => {
      const role = { applicationName: 'spec', role: 'brickmarket_api', pipelined: true, poolSize: 1 };
      counted = Database.open({ url: database.url, ...role });
      counted.pool.on('connect', (client) =>
        (client as unknown as Answers).connection.on('readyForQuery', () => answers++),
      );
      await counted.pool.query('SELECT');
    });
    afterAll(() => counted.close());

    it.each<[string, (stores: Stores) => Promise<unknown>]>([
      ['/brickfolio and /brickfolio/analytics', (stores) => stores.get(Brickfolios).readOverview(anna)],
      ['/brickfolio/entries', (stores) => stores.get(Brickfolios).findEntryPage(anna, anyPage)],
      ['/brickfolio/retail-watch', (stores) => stores.get(RetailWatch).listWatched(anna, anyWatch)],
      ['/set/{number}/retail-prices', (stores) => stores.get(RetailWatch).findAverageCosts(anna, [['100-1']])],
      ['what its caller holds', (stores) => stores.get(RetailWatch).listHeldNumbers(anna)],
      ['/salesledger', (stores) => stores.get(SalesLedger).listPage(anna, anyPage)],
    ])('of %s is one statement', async (_route, read) => {
      answers = 0;
      expect(await read(new Stores(counted))).not.toBeNull();
      // Nothing is left in progress, such as the end of a transaction.
      await counted.pool.query('SELECT');
      expect(answers).toBe(2);
    });
  });

  it('frees the connection of a private read that failed', async () => {
    await expect(readAsAccount(api, anna, 'bad', 'SELECT 1 / 0')).rejects.toThrow('division by zero');
    expect(await readAsAccount(api, anna, 'good', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('answers private reads that were sent together with one that failed', async () => {
    const divided = (by: number): Promise<unknown> =>
      readAsAccount(api, anna, 'divided', 'SELECT 6 / $2::integer AS result', [by]);
    const results = await Promise.allSettled([divided(2), divided(0), divided(3)]);
    expect(results).toMatchObject([
      { value: [{ result: 3 }] },
      { reason: { message: 'division by zero' } },
      { value: [{ result: 2 }] },
    ]);
  });

  it('sends private reads that are asked for at once down one connection', async () => {
    const settings = { applicationName: 'spec', role: 'brickmarket_api', pipelined: true };
    const roomy = Database.open({ url: database.url, ...settings });
    // Without it, those behind one that seems slow, because the machine is, would be read again elsewhere.
    jest.useFakeTimers({ doNotFake: ['Date', 'performance', 'nextTick', 'queueMicrotask', 'setImmediate'] });
    try {
      const connections = await Promise.all(
        [anna, ben, anna].map((account) =>
          readAsAccount<{ pid: number }>(roomy, account, 'who', 'SELECT pg_backend_pid() AS pid'),
        ),
      );
      expect(new Set(connections.map(([row]) => row!.pid)).size).toBe(1);
    } finally {
      jest.useRealTimers();
    }
    await roomy.close();
  });

  it('refuses a second default brickfolio', async () => {
    await expect(
      insertRow(owner, 'portfolio.brickfolio', { account_id: anna, name: 'Second', is_default: true }),
    ).rejects.toThrow('brickfolio_one_default');
  });

  it.each([
    'DELETE FROM portfolio.brickfolio WHERE id = $1',
    'UPDATE portfolio.brickfolio SET is_default = false WHERE id = $1',
  ])('refuses to leave an account without a default: %s', async (statement) => {
    const account = await insertRow(owner, 'access.account', {
      email: `${statement.length}@test.example`,
      plan: 'free',
    });
    await expect(owner.query(statement, [await defaultBrickfolio(owner, account)])).rejects.toThrow(
      'exactly one default',
    );
  });

  it('lets another brickfolio become the default', async () => {
    const attic = await insertBrickfolio(owner, ben, 'Attic');
    await owner.query(
      `BEGIN;
       UPDATE portfolio.brickfolio SET is_default = false WHERE account_id = ${ben};
       UPDATE portfolio.brickfolio SET is_default = true WHERE id = ${attic};
       COMMIT`,
    );
    expect(await defaultBrickfolio(owner, ben)).toBe(attic);
  });

  describe('the blocks that totals are read from', () => {
    const storedBlocks = `
      SELECT brickfolio_id, block, holding_count, unsold FROM portfolio.holding_block ORDER BY brickfolio_id, block`;

    it('are what the holdings say after inserts, edits, moves and deletions, one statement or many rows', async () => {
      const account = await insertRow(owner, 'access.account', { email: 'blocks@test.example', plan: 'free' });
      const [first, second] = [await defaultBrickfolio(owner, account), await insertBrickfolio(owner, account, 'Loft')];
      await insertSet(owner, { set_number: '200-1' });
      for (const folio of [first, second])
        for (const number of ['100-1', '200-1', '100-1']) await insertHolding(owner, folio, number);
      for (const change of [
        'UPDATE portfolio.holding SET quantity = quantity + 1 WHERE account_id = $1',
        `UPDATE portfolio.holding SET status = 'sold' WHERE account_id = $1 AND set_number = '200-1'`,
        `UPDATE portfolio.holding SET brickfolio_id = ${second} WHERE account_id = $1 AND set_number = '100-1'`,
        `UPDATE portfolio.holding SET purchase_price_cents = NULL, purchase_date = NULL WHERE account_id = $1`,
        `DELETE FROM portfolio.holding WHERE account_id = $1 AND set_number = '200-1'`,
      ]) {
        await owner.query(change, [account]);
        const kept = (await owner.query(storedBlocks)).rows;
        await owner.query('TRUNCATE portfolio.holding_block');
        await owner.query('UPDATE portfolio.holding SET notes = notes');
        expect((await owner.query(storedBlocks)).rows).toEqual(kept);
      }
      const left = await owner.query(storedBlocks.replace('ORDER', `WHERE account_id = ${account} ORDER`));
      expect(left.rows).toMatchObject([{ brickfolio_id: second, holding_count: 4 }]);
    });

    it('lose no change when two connections edit holdings of one block at the same time', async () => {
      const account = await insertRow(owner, 'access.account', { email: 'both@test.example', plan: 'free' });
      const folio = await defaultBrickfolio(owner, account);
      const ids = [await insertHolding(owner, folio, '100-1'), await insertHolding(owner, folio, '100-1')];
      const edit = 'UPDATE portfolio.holding SET quantity = 9 WHERE id = $1';
      const [one, two] = [await owner.connect(), await owner.connect()];
      try {
        await one.query('BEGIN');
        await one.query(edit, [ids[0]]);
        const waiting = two.query(edit, [ids[1]]);
        await eventually('the second edit waits for the first', async () => {
          return (await one.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount;
        });
        await one.query('COMMIT');
        await waiting;
      } finally {
        one.release();
        two.release();
      }
      const { rows } = await owner.query<{ unsold: number[] }>(
        'SELECT unsold::integer[] FROM portfolio.holding_block WHERE account_id = $1',
        [account],
      );
      expect(rows.map(({ unsold }) => [unsold[1], unsold[5]])).toEqual([[9, 9]]);
    });
  });

  it("refuses a holding in another account's brickfolio", async () => {
    const holding = {
      account_id: anna,
      brickfolio_id: await defaultBrickfolio(owner, ben),
      set_id: 1,
      set_number: '100-1',
      quantity: 1,
      condition: 'used',
      status: 'owned',
    };
    await expect(insertRow(owner, 'portfolio.holding', holding)).rejects.toThrow('foreign key');
  });

  describe('the version of a book', () => {
    const versionOf = async (accountId: number): Promise<number> => {
      const text = 'SELECT version::integer FROM portfolio.book_version WHERE account_id = $1';
      return (await owner.query<{ version: number }>(text, [accountId])).rows[0]!.version;
    };

    it.each([
      ['a new collection', `INSERT INTO portfolio.brickfolio (account_id, name) VALUES ($1, 'new')`],
      ['an edit of a collection', `UPDATE portfolio.brickfolio SET description = 'x' WHERE account_id = $1`],
      ['a deleted collection', `DELETE FROM portfolio.brickfolio WHERE account_id = $1 AND name = 'new'`],
      [
        'new holdings',
        `INSERT INTO portfolio.holding (account_id, brickfolio_id, set_id, set_number, quantity, condition, status)
         SELECT $1, f.id, s.id, s.set_number, n, 'used', 'owned'
         FROM portfolio.brickfolio f, catalog.lego_set s, generate_series(1, 50) n WHERE f.account_id = $1`,
      ],
      [
        'edits of holdings',
        `UPDATE portfolio.holding SET status = 'sold' WHERE account_id = $1 AND condition = 'used'`,
      ],
      ['deleted holdings', `DELETE FROM portfolio.holding WHERE account_id = $1 AND condition = 'used'`],
      [
        'new sales',
        `INSERT INTO portfolio.sale (account_id, set_id, platform, sale_date, quantity, gross_cents,
                                     platform_fees_cents, payment_fees_cents, shipping_cents)
         SELECT $1, s.id, 'new', '2026-01-01', 1, 1, 0, 0, 0 FROM catalog.lego_set s, generate_series(1, 50)`,
      ],
      ['edits of sales', `UPDATE portfolio.sale SET quantity = 2 WHERE account_id = $1 AND platform = 'new'`],
      ['deleted sales', `DELETE FROM portfolio.sale WHERE account_id = $1 AND platform = 'new'`],
    ])('is raised once by %s, and no other', async (_change, text) => {
      const before = [await versionOf(anna), await versionOf(ben)];
      await owner.query(text, [anna]);
      expect([await versionOf(anna), await versionOf(ben)]).toEqual([before[0]! + 1, before[1]]);
    });

    it('is not raised by what is rolled back', async () => {
      const before = await versionOf(anna);
      await owner.query(`BEGIN; UPDATE portfolio.sale SET notes = 'x'; ROLLBACK`);
      expect(await versionOf(anna)).toBe(before);
    });

    it('is locked after everything else: writers that touch tables in any order do not deadlock', async () => {
      const before = await versionOf(anna);
      const first = await owner.connect();
      const second = await owner.connect();
      const sell = `UPDATE portfolio.sale SET quantity = quantity + 1 WHERE account_id = ${anna}`;
      const rename = `UPDATE portfolio.brickfolio SET description = 'y' WHERE account_id = ${anna}`;
      try {
        await first.query(`BEGIN; SET LOCAL lock_timeout = '5s'; ${sell}`);
        await second.query(`BEGIN; SET LOCAL lock_timeout = '5s'; ${rename}`);
        // Would wait for the version's row, if the first had locked it.
        await second.query('COMMIT');
        await first.query(rename);
        await first.query('COMMIT');
      } finally {
        first.release(true);
        second.release(true);
      }
      expect(await versionOf(anna)).toBe(before + 2);
    });
  });
});
