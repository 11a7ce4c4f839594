import { parseIsoDay } from '@brickmarket/domain';
import { ValuationStore } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { insertSet } from '../support/catalog-builders.ts';
import { TestMarket } from '../support/test-market.ts';

const NAME = 'valuing';
const TODAY = parseIsoDay('2026-10-01')!;

describe('the transactions of a valuation', () => {
  let market: TestMarket;
  let database: Database;
  beforeEach(async () => {
    market = await TestMarket.create();
    database = await Database.connect({ url: market.url, applicationName: NAME });
    for (let n = 1; n <= 20; n++)
      await market.sell({
        itemId: await insertSet(market.db, { set_number: `${n}-1` }),
        day: '2026-09-01',
        priceCents: 1_000 * n,
      });
  });
  afterEach(async () => {
    await database.close();
    await market.close();
  });

  /**
   * What its connections keep from being cleaned up or changed; the advisory lock that keeps others from valuing is
   * nobody else's concern.
   */
  const held = () =>
    market.rows(
      `SELECT a.state, a.backend_xmin, a.backend_xid, l.locktype, l.mode FROM pg_stat_activity a
       LEFT JOIN pg_locks l ON l.pid = a.pid AND l.locktype <> 'advisory'
       WHERE a.application_name = '${NAME}' AND a.datname = current_database()
         AND (a.backend_xmin IS NOT NULL OR a.backend_xid IS NOT NULL OR l.pid IS NOT NULL)`,
    );

  it('keeps no snapshot and no lock between reading and publishing, however long it computes', async () => {
    await new Stores(database).get(ValuationStore).run(async (session) => {
      await session.listItems(new Date(0));
      expect(await held()).toEqual([]);
      let runs = 0;
      await session.readSales({ itemIds: 'all', after: TODAY - 100, until: TODAY }, () => void runs++);
      expect(runs).toBe(20);
      expect(await held()).toEqual([]);
    });
  });
});
