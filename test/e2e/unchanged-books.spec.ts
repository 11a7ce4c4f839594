import { insertSet } from '../support/catalog-builders.ts';
import { raiseDataVersion } from '../support/data-versions.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { defaultBrickfolio, insertBrickfolio, insertHolding, insertSale } from '../support/portfolio-builders.ts';
import { listAtRetailers } from '../support/retail-builders.ts';
import { type Answer, type TestAccount, TestApi } from '../support/test-api.ts';

const ROUTES = [
  '/brickfolio',
  '/brickfolio/entries',
  '/brickfolio/entries?limit=1',
  '/brickfolio/analytics?period=30d',
  '/brickfolio/retail-watch',
  '/brickfolio/retail-watch?since=2026-11-01T00:00:00Z',
  '/salesledger',
] as const;

describe("a poll of the caller's own books", () => {
  let api: TestApi;
  let ann: TestAccount;
  let setId: number;
  let holding: number;
  let sale: number;

  beforeAll(async () => {
    api = await TestApi.start();
    await moveClock(api.db, NOON);
    ann = await api.account({ dailyLimit: 100_000 });
    setId = await insertSet(api.db, { set_number: '1-1', title: 'One' });
    holding = await insertHolding(api.db, await defaultBrickfolio(api.db, ann.accountId), '1-1');
    sale = await insertSale(api.db, ann.accountId, '1-1');
  });
  afterAll(() => api.stop());

  const tagged = (path: string, tag?: string, account = ann): Promise<Answer> =>
    api.call(path, { key: account.key, ...(tag !== undefined && { headers: { 'if-none-match': tag } }) });
  const tagOf = async (path: string): Promise<string> => String((await tagged(path)).headers['etag']);

  it.each(ROUTES)(
    'of %s is answered 304 while nothing has changed, charged, and without reading anything',
    async (path) => {
      const tag = await tagOf(path);
      expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
      const reading = await api.db.connect();
      await reading.query(
        'BEGIN; LOCK TABLE portfolio.holding, portfolio.holding_block, portfolio.sale IN ACCESS EXCLUSIVE MODE',
      );
      const before = await api.used(ann.keyId);
      const again = await tagged(path, `"other", ${tag}`);
      await reading.query('ROLLBACK');
      reading.release();
      expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', tag]);
      expect(again.headers['x-ratelimit-remaining']).toBeDefined();
      expect(await api.used(ann.keyId)).toBe(before + 1);
    },
  );

  it.each([
    ['the note on a holding', (): Promise<unknown> => change('portfolio.holding', `notes = 'shelf'`, holding)],
    ['the price of a holding', () => change('portfolio.holding', 'purchase_price_cents = 1', holding)],
    ['a sale', () => change('portfolio.sale', 'gross_cents = gross_cents + 1', sale)],
    ['another brickfolio', () => insertBrickfolio(api.db, ann.accountId, 'Attic')],
    ['the catalogue', () => raiseDataVersion(api.db, 'catalog')],
    ['values', () => raiseDataVersion(api.db, 'market')],
    ['retail prices', () => raiseDataVersion(api.db, 'retail')],
    ['the day', () => moveClock(api.db, '2026-11-16T00:00:00Z')],
  ])('is answered in full after a change of %s', async (_, changes) => {
    const tags = await Promise.all(ROUTES.map((path) => tagOf(path)));
    await changes();
    for (const [index, path] of ROUTES.entries()) {
      const answer = await tagged(path, tags[index]);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers['etag']).not.toBe(tags[index]);
    }
  });

  const change = (table: string, assignment: string, id: number): Promise<unknown> =>
    api.db.query(`UPDATE ${table} SET ${assignment} WHERE id = $1`, [id]);

  it('is never answered by the tag of another account, route, parameter or form', async () => {
    const tag = await tagOf('/brickfolio/entries');
    const bob = await api.account();
    expect((await tagged('/brickfolio/entries', tag, bob)).status).toBe(200);
    for (const path of ['/brickfolio', '/brickfolio/entries?limit=2'])
      expect([path, (await tagged(path, tag)).status]).toEqual([path, 200]);
    const csv = { key: ann.key, headers: { accept: 'text/csv', 'if-none-match': tag } };
    expect((await api.call('/brickfolio/entries', csv)).status).toBe(200);
  });

  it('is answered 304 however a client says that it takes JSON', async () => {
    const tag = await tagOf('/brickfolio/entries');
    for (const accept of ['*/*', 'application/json', 'application/json, text/csv;q=0.5', 'text/html']) {
      const again = await api.call('/brickfolio/entries', { key: ann.key, headers: { accept, 'if-none-match': tag } });
      expect([accept, again.status]).toEqual([accept, 304]);
    }
  });

  it('checks its parameters though any answer would do', async () => {
    expect((await tagged('/brickfolio/entries?limit=0', '*')).status).toBe(400);
    expect((await tagged('/brickfolio/entries?brickfolio_id=999999', '*')).status).toBe(404);
    expect((await tagged('/brickfolio/entries', '*')).status).toBe(304);
  });

  it('that depends on the minute is answered 304 while its answer is the same, and in full afterwards', async () => {
    const path = '/brickfolio/retail-watch?changed_within=30m';
    await listAtRetailers(api.db, setId, { retailer_a: { price_cents: 1_000, changed_at: '2026-11-16T00:00:00Z' } });
    const tag = await tagOf(path);
    await moveClock(api.db, '2026-11-16T00:30:00Z');
    expect((await tagged(path, tag)).status).toBe(304);
    await moveClock(api.db, '2026-11-16T00:30:00.001Z');
    const later = await tagged(path, tag);
    expect([later.status, later.json().data]).toEqual([200, []]);
  });
});
