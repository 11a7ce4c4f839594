import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BRICKLINK_KEYS, BrickLinkStandIn, daysBefore } from '../support/sources/bricklink.ts';
import { BRICKSET_KEY, BricksetStandIn } from '../support/sources/brickset.ts';
import { EcbStandIn } from '../support/sources/ecb.ts';
import { FEED_KEY, FeedStandIn } from '../support/sources/feed.ts';
import { KEEPA_KEY, keepaMinutes, KeepaStandIn } from '../support/sources/keepa.ts';
import { RebrickableStandIn } from '../support/sources/rebrickable.ts';
import { insertAccount } from '../support/account-builders.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { defaultBrickfolio, insertHolding } from '../support/portfolio-builders.ts';
import { moveClock } from '../support/move-clock.ts';
import { jsonHere, runHere } from '../support/run-here.ts';
import { TestMarket } from '../support/test-market.ts';

const NOW = new Date('2026-06-15T12:00:00Z');
const SET = '75192-1';

interface Status {
  readonly state: string;
  readonly calls_today: number;
  readonly items_due: number;
  readonly last_error: { readonly kind: string; readonly sentence: string } | null;
  readonly rows_imported: number;
  readonly rows_rejected: number;
}

let market: TestMarket;
let folder: string;
beforeEach(async () => {
  market = await TestMarket.create();
  folder = mkdtempSync(join(tmpdir(), 'sources-'));
  await moveClock(market.db, NOW.toISOString());
});
afterEach(async () => {
  await market.close();
  rmSync(folder, { recursive: true, force: true });
});

const environment = () => ({ DATABASE_URL: market.url, BRICKMARKET_DATA_DIR: join(folder, 'data') });
const cli = (...args: readonly string[]) => runHere(['sources', ...args], environment());
const json = <Answer>(...args: readonly string[]): Promise<Answer> =>
  jsonHere<Answer>(['sources', ...args], environment());
const statusOf = async (name: string): Promise<Status> => (await json<Status[]>('status', name))[0]!;
const secretFile = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, `${text}\n`);
  return file;
};

describe('brickmarket sources with BrickLink', () => {
  let bricklink: BrickLinkStandIn;
  beforeEach(async () => {
    bricklink = await new BrickLinkStandIn(NOW).start();
    await insertSet(market.db, { set_number: SET });
  });
  afterEach(() => bricklink.stop());

  const keyFlags = (changed: Partial<typeof BRICKLINK_KEYS> = {}): string[] => {
    const keys = { ...BRICKLINK_KEYS, ...changed };
    return [
      ['--consumer-key-file', secretFile('ck', keys.consumerKey)],
      ['--consumer-secret-file', secretFile('cs', keys.consumerSecret)],
      ['--token-file', secretFile('t', keys.token)],
      ['--token-secret-file', secretFile('ts', keys.tokenSecret)],
    ].flat() as string[];
  };
  const add = (...flags: readonly string[]) =>
    cli('add', 'bricklink', '--address', bricklink.address, ...keyFlags(), '--i-have-read-the-terms', ...flags);
  const sell = (daysAgo: number, usd: number, more: { condition?: 'N' | 'U'; quantity?: number; no?: string } = {}) =>
    void bricklink.sales.push({
      ...{ type: 'SET', no: SET, condition: 'N', quantity: 1 },
      ...{ soldAt: daysBefore(NOW, daysAgo), usd },
      ...more,
    } as (typeof bricklink.sales)[number]);
  const stored = () =>
    market.rows(
      `SELECT condition, sold_day::text AS day, price_cents, quantity FROM source.market_sale
       ORDER BY sold_day, price_cents`,
    );

  it('imports the sales of the window in dollars, once, and leaves out what leaks from before it', async () => {
    sell(10, 724.996);
    sell(10, 724.996);
    sell(3, 699, { quantity: 2 });
    sell(1, 500, { condition: 'U' });
    sell(400, 26.54);
    expect(await add()).toMatchObject({ code: 0 });
    expect(await json('run', 'bricklink', '--until-done')).toMatchObject([{ asked: 2, ended: 'done', fault: null }]);
    const sales = [
      { condition: 'sealed', day: '2026-06-05', price_cents: 72_500, quantity: 1 },
      { condition: 'sealed', day: '2026-06-05', price_cents: 72_500, quantity: 1 },
      { condition: 'sealed', day: '2026-06-12', price_cents: 69_900, quantity: 2 },
      { condition: 'used', day: '2026-06-14', price_cents: 50_000, quantity: 1 },
    ];
    expect(await stored()).toEqual(sales);
    // One call tried the key, two asked.
    expect(await statusOf('bricklink')).toMatchObject({
      ...{ calls_today: 3, budget_today: 4_500, day_ends_at: '2026-06-16T00:00:00.000Z', items_due: 0 },
      ...{ rows_imported: 4, rows_rejected: 0, last_error: null, last_success_at: NOW.toISOString() },
    });
    // Half a year later the same sales are seen at the edge of the window, and are the same.
    await market.db.query('UPDATE ops.source_item SET due_at = asked_at');
    expect(await json('run', 'bricklink', '--until-done')).toMatchObject([{ asked: 2 }]);
    expect(await stored()).toEqual(sales);
    const imports = await jsonHere<readonly object[]>(['imports', 'list'], environment());
    expect(imports).toMatchObject([{ kind: 'sales', files: ['bricklink'], counts: { inserted: 4, unchanged: 4 } }]);
    await jsonHere(['imports', 'undo', String((imports[0] as { id: number }).id)], environment());
    expect(await stored()).toEqual([]);
  });

  it('reads both spellings of failures, and answers without data', async () => {
    bricklink.failures = 'http';
    bricklink.omitsEmptyData = true;
    sell(2, 10);
    expect(await add()).toMatchObject({ code: 0 });
    expect(await json('run', 'bricklink', '--until-done')).toMatchObject([{ asked: 2, fault: null }]);
    expect(await stored()).toHaveLength(1);
  });

  it.each([
    ['a wrong key', { consumerKey: 'FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF' }, /refuses the key .*CONSUMER_KEY_UNKNOWN/],
    ['a wrong secret', { tokenSecret: 'FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF' }, /refuses the key .*SIGNATURE_INVALID/],
  ])('says %s in words after one call, and stores nothing', async (_, changed, sentence) => {
    for (const failures of ['in-body', 'http'] as const) {
      bricklink.failures = failures;
      bricklink.requests.length = 0;
      const flags = ['--address', bricklink.address, ...keyFlags(changed), '--i-have-read-the-terms'];
      const { code, stderr } = await cli('add', 'bricklink', ...flags);
      expect([code, bricklink.requests.length]).toEqual([1, 1]);
      expect(stderr).toMatch(sentence);
      expect(await json('status')).toEqual([]);
      expect(existsSync(join(folder, 'data/sources/bricklink/secrets.json'))).toBe(false);
    }
  });

  it('names an address that is not allowed, and a wrong clock, without showing the key', async () => {
    bricklink.tokenAddress = '192.0.2.1';
    const { stderr } = await add();
    expect(stderr).toContain("does not allow this machine's address");
    expect(stderr).toContain('TOKEN_IP_MISMATCHED: consumer: …A1E1 IP: 127.0.0.1');
    bricklink.tokenAddress = null;
    bricklink.now = daysBefore(NOW, 1);
    expect((await add()).stderr).toContain('refuses the time of this machine');
  });

  it('needs the terms, every secret, and https except on this machine', async () => {
    const flags = ['--address', bricklink.address, ...keyFlags()];
    expect((await cli('add', 'bricklink', ...flags)).stderr).toContain('--i-have-read-the-terms');
    const lacking = await cli('add', 'bricklink', ...flags.slice(0, 4), '--i-have-read-the-terms');
    expect(lacking.stderr).toContain('--consumer-secret-file, --token-file, --token-secret-file');
    const open = await cli('add', 'bricklink', '--address', 'http://192.0.2.1', '--i-have-read-the-terms');
    expect(open.stderr).toContain('must begin with https');
    expect((await cli('add', 'ebay', '--i-have-read-the-terms')).stderr).toContain(
      'Sources: rebrickable, brickset, keepa, bricklink, feed, ecb',
    );
    expect(bricklink.requests).toEqual([]);
  });

  it('keeps secrets where only this user reads them, and shows none', async () => {
    sell(2, 10);
    await add();
    const file = join(folder, 'data/sources/bricklink/secrets.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const shown: string[] = [];
    for (const args of [['list'], ['status'], ['plan'], ['try', 'bricklink', SET]]) {
      const { stdout, stderr } = await cli(...args);
      shown.push(stdout + stderr);
    }
    shown.push((await runHere(['config', 'print'], environment())).stdout);
    for (const secret of Object.values(BRICKLINK_KEYS))
      expect(shown.filter((text) => text.includes(secret))).toEqual([]);
    chmodSync(file, 0o644);
    expect((await cli('run', 'bricklink')).stderr).toContain('can be read by other users');
    expect(await statusOf('bricklink')).toMatchObject({ state: 'stopped', last_error: { kind: 'secrets' } });
    await json('remove', 'bricklink');
    expect(readdirSync(join(folder, 'data/sources'))).toEqual([]);
  });

  it('stops after one call when the key is refused, until the source is added again', async () => {
    await add();
    (bricklink as { keys: object }).keys = { ...BRICKLINK_KEYS, tokenSecret: 'revoked' };
    bricklink.requests.length = 0;
    expect((await cli('run', 'bricklink', '--until-done')).code).toBe(1);
    expect(bricklink.requests).toHaveLength(1);
    expect(await statusOf('bricklink')).toMatchObject({ state: 'stopped', last_error: { kind: 'key-refused' } });
    expect(await json('run', 'bricklink')).toEqual([]);
    expect(bricklink.requests).toHaveLength(1);
    const { stdout } = await runHere(['doctor', '--json'], environment());
    expect(JSON.parse(stdout)).toMatchObject({
      findings: expect.arrayContaining([
        expect.objectContaining({
          check: 'source bricklink',
          state: 'fault',
          advice: expect.stringContaining('again'),
        }),
      ]) as unknown,
    });
    (bricklink as { keys: object }).keys = BRICKLINK_KEYS;
    expect(await add()).toMatchObject({ code: 0 });
    expect(await json('run', 'bricklink', '--until-done')).toMatchObject([{ ended: 'done' }]);
  });

  it('tries three times what may pass, and never twice what does not', async () => {
    sell(2, 10);
    await add();
    bricklink.failNext('reset', 'html-502');
    expect(await json('run', 'bricklink', '--until-done')).toMatchObject([{ asked: 2, fault: null }]);
    expect((await statusOf('bricklink')).calls_today).toBe(5);
    for (const [fault, kind] of [
      ['html-200', 'nonsense'],
      ['login-redirect', 'redirected'],
    ] as const) {
      await market.db.query('UPDATE ops.source_item SET due_at = asked_at; UPDATE ops.source SET blocked_until = NULL');
      bricklink.requests.length = 0;
      bricklink.failNext(fault);
      expect((await cli('run', 'bricklink')).code).toBe(1);
      expect(bricklink.requests).toHaveLength(1);
      expect(await statusOf('bricklink')).toMatchObject({ state: 'active', last_error: { kind } });
    }
    expect(await stored()).toHaveLength(1);
  });

  it('never makes more calls in a day than its budget, and goes on the next day', async () => {
    for (let number = 1; number <= 5; number++) {
      await insertSet(market.db, { set_number: `${number}-1` });
      sell(2, 10, { no: `${number}-1` });
    }
    await add('--calls-a-day', '4');
    expect(await json('run', 'bricklink', '--until-done')).toMatchObject([{ asked: 3, ended: 'budget' }]);
    expect(await json('run', 'bricklink', '--until-done')).toMatchObject([{ asked: 0, ended: 'budget' }]);
    bricklink.now = daysBefore(NOW, -1);
    await moveClock(market.db, bricklink.now.toISOString());
    expect(await json('run', 'bricklink', '--until-done')).toMatchObject([{ asked: 4, ended: 'budget' }]);
    expect([...bricklink.calls.values()]).toEqual([4, 4]);
  });

  it('plans without a call: held sets come first, sealed before used', async () => {
    await insertSet(market.db, { set_number: '10294-1' });
    const { accountId } = await insertAccount(market.db);
    await insertHolding(market.db, await defaultBrickfolio(market.db, accountId), '10294-1');
    await add();
    bricklink.requests.length = 0;
    const [plan] = await json<{ calls_due: number; first: { item: string }[] }[]>('plan', 'bricklink');
    expect(plan!.calls_due).toBe(4);
    expect(plan!.first.map(({ item }) => item).slice(0, 2)).toEqual(['SET/10294-1/N', 'SET/10294-1/U']);
    expect(bricklink.requests).toEqual([]);
  });

  it('makes no call while it is paused', async () => {
    await add();
    bricklink.requests.length = 0;
    expect(await json('pause', 'bricklink')).toMatchObject({ state: 'paused' });
    expect(await json('run')).toEqual([]);
    expect(await json('resume', 'bricklink')).toMatchObject({ state: 'active' });
    expect(bricklink.requests).toEqual([]);
  });
});

describe('brickmarket sources with Rebrickable', () => {
  let rebrickable: RebrickableStandIn;
  beforeEach(async () => {
    rebrickable = await new RebrickableStandIn(NOW).start();
    rebrickable.addSets(100);
    const added = await cli('add', 'rebrickable', '--address', rebrickable.address, '--i-have-read-the-terms');
    expect(added).toMatchObject({ code: 0 });
  });
  afterEach(() => rebrickable.stop());

  const count = async (): Promise<number> =>
    (await market.rows<{ n: number }>('SELECT count(*)::integer AS n FROM catalog.lego_set'))[0]!.n;
  let day = 0;
  const nextDay = async (): Promise<void> => {
    rebrickable.now = daysBefore(NOW, -++day);
    await moveClock(market.db, rebrickable.now.toISOString());
    await market.db.query('UPDATE ops.source SET blocked_until = NULL');
  };
  const run = () => cli('run', 'rebrickable', '--until-done', '--json');

  it.each([
    ['with entity tags', {}],
    ['without entity tags', { sendsEtags: false }],
    ['with gzip as an encoding', { encodes: true }],
  ])('keeps the catalog current, and imports nothing twice, %s', async (_, manners) => {
    Object.assign(rebrickable, manners);
    expect(await run()).toMatchObject({ code: 0 });
    expect(await count()).toBe(100);
    await nextDay();
    rebrickable.isUgly = true;
    rebrickable.addSets(3, 30_001);
    expect(await run()).toMatchObject({ code: 0 });
    expect(await count()).toBe(103);
    await nextDay();
    expect(await run()).toMatchObject({ code: 0 });
    const imports = await jsonHere<readonly object[]>(['imports', 'list'], environment());
    expect(imports).toHaveLength(2);
  });

  it.each([
    ['a table is missing', () => rebrickable.missing.add('minifigs'), /has no minifigs\.csv\.gz/],
    [
      'a file is cut off',
      () => {
        rebrickable.addSets(1, 50_001);
        rebrickable.truncated.add('sets');
      },
      /sets\.csv\.gz of Rebrickable was cut off/,
    ],
    ['a file has lost a tenth', () => rebrickable.rows.sets.splice(0, 10), /has 90 rows, the last one had 100/],
    ['a page comes instead', () => rebrickable.failNext('html-200'), /sent no gzip file/],
  ])('imports nothing on a day on which %s, and all the day after', async (_, spoil, sentence) => {
    await run();
    await nextDay();
    const rows = [...rebrickable.rows.sets];
    spoil();
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toMatch(sentence);
    expect(await count()).toBe(100);
    await nextDay();
    rebrickable.missing.clear();
    rebrickable.truncated.clear();
    rebrickable.rows.sets.splice(0, Infinity, ...rows);
    rebrickable.addSets(1, 40_001);
    expect(await run()).toMatchObject({ code: 0 });
    expect(await count()).toBe(101);
  });
});

describe('brickmarket sources with Brickset', () => {
  let brickset: BricksetStandIn;
  beforeEach(async () => {
    brickset = await new BricksetStandIn(NOW).start();
    for (const set_number of ['10280-1', '10281-1', '10282-1'])
      await insertSet(market.db, { set_number, year: 2021, msrp_cents: 100 });
  });
  afterEach(() => brickset.stop());

  const add = (key = BRICKSET_KEY) =>
    cli(
      ...['add', 'brickset', '--address', brickset.address, '--api-key-file', secretFile('key', key)],
      '--i-have-read-the-terms',
    );
  const details = () =>
    market.rows(
      `SELECT set_number, msrp_cents, exit_date::text, ean, box_weight_g FROM catalog.lego_set ORDER BY set_number`,
    );

  it("imports list prices and the set's own dates by year, then updates; absent values take nothing away", async () => {
    const set = { year: 2021, lastUpdated: '2021-04-18' };
    brickset.sets.push(
      { ...set, number: '10280-1', usd: 59.99, exitDate: '2026-07-31', shopEnds: '2026-07-03', ean: '5702016912128' },
      { ...set, number: '10281-1' },
    );
    expect(await add()).toMatchObject({ code: 0 });
    expect(await json('run', 'brickset', '--until-done')).toMatchObject([{ asked: 2, ended: 'done', fault: null }]);
    const known = [
      {
        ...{ set_number: '10280-1', msrp_cents: 5_999, exit_date: '2026-07-31' },
        ...{ ean: '5702016912128', box_weight_g: 760 },
      },
      { set_number: '10281-1', msrp_cents: 100, exit_date: null, ean: null, box_weight_g: null },
    ];
    expect((await details()).slice(0, 2)).toEqual(known);
    brickset.now = daysBefore(NOW, -1);
    await moveClock(market.db, brickset.now.toISOString());
    brickset.sets.push({ ...set, number: '10282-1', lastUpdated: '2026-06-16', usd: 10 });
    expect(await json('run', 'brickset', '--until-done')).toMatchObject([{ asked: 1 }]);
    expect((await details()).map((row) => (row as { msrp_cents: number }).msrp_cents)).toEqual([5_999, 100, 1_000]);
    expect(await statusOf('brickset')).toMatchObject({ calls_today: 1, rows_imported: 2 });
  });

  it('names a wrong key without showing it, and waits when Brickset counts more calls than we do', async () => {
    const { code, stderr } = await add('wrong-key-0123456789');
    expect([code, stderr]).toEqual([1, expect.stringContaining('Brickset answered: Invalid API key')]);
    expect(stderr).not.toContain('wrong-key');
    expect(await add()).toMatchObject({ code: 0 });
    brickset.limit = 0;
    expect((await cli('run', 'brickset')).stderr).toContain('API limit exceeded');
    expect(await statusOf('brickset')).toMatchObject({ state: 'active', last_error: { kind: 'exhausted' } });
  });
});

describe('brickmarket sources with Keepa', () => {
  let keepa: KeepaStandIn;
  beforeEach(async () => {
    keepa = await new KeepaStandIn(NOW).start();
    await insertSet(market.db, { set_number: SET, ean: '5702015869935' });
    await insertSet(market.db, { set_number: '10280-1', ean: '5702016912128' });
    await insertSet(market.db, { set_number: '10281-1' });
  });
  afterEach(() => keepa.stop());

  const at = (daysAgo: number): number => keepaMinutes(daysBefore(NOW, daysAgo));
  const falcon = {
    ...{
      asin: 'B075SDMMMV',
      eanList: ['5702015869935'],
      upcList: ['673419267151'],
      brand: 'LEGO',
      partNumber: '75192',
    },
    csv: {
      0: [at(900), 79_999, at(40), -1],
      1: [at(900), 75_000, at(40), 91_000],
      4: [at(900), 79_999],
      18: [at(900), 79_999, 0, at(40), 89_900, 999],
      34: [at(900), 3, at(40), 2],
    },
    buyBoxSellerIdHistory: [String(at(900)), 'ATVPDKIKX0DER', String(at(40)), 'A2SELLER'],
  };
  const add = (key = KEEPA_KEY) =>
    cli(
      ...['add', 'keepa', '--address', keepa.address, '--api-key-file', secretFile('key', key)],
      ...['--i-have-read-the-terms', '--calls-a-second', '1000'],
    );
  const prices = () =>
    market.rows(
      `SELECT s.set_number AS set, o.observed_at AS at, o.price_cents AS price, o.list_price_cents AS list,
         o.seller_type AS seller, o.fba_sellers AS fba, o.buy_box_cents AS box
       FROM source.retail_observation o JOIN catalog.lego_set s ON s.id = o.set_id ORDER BY o.observed_at`,
    );
  const nextDays = async (days: number): Promise<void> => {
    keepa.now = daysBefore(NOW, -days);
    await moveClock(market.db, keepa.now.toISOString());
  };

  it('imports years of prices in one call, by the seller of the buy box, then only changes', async () => {
    await market.db.query("UPDATE catalog.lego_set SET ean = NULL WHERE set_number = '10280-1'");
    keepa.products.push(falcon);
    expect(await add()).toMatchObject({ code: 0 });
    expect(await json('run', 'keepa', '--until-done')).toMatchObject([{ asked: 1, ended: 'done', fault: null }]);
    // Amazon is one of the sellers that ship by its warehouses; the price of the others has their shipping.
    const past = [
      { set: SET, at: daysBefore(NOW, 900), price: 79_999, list: 79_999, seller: 'retailer', fba: 2, box: 79_999 },
      { set: SET, at: daysBefore(NOW, 40), price: 90_899, list: 79_999, seller: 'third_party', fba: 2, box: 90_899 },
    ];
    expect(await prices()).toEqual(past);
    expect(keepa.requests).toHaveLength(2);
    await nextDays(30);
    falcon.csv[18].push(keepaMinutes(daysBefore(NOW, -20)), 95_000, 0);
    expect(await json('run', 'keepa', '--until-done')).toMatchObject([{ fault: null }]);
    expect(keepa.requests.at(-1)!.query.get('days')).toBe('32');
    expect((await prices()).slice(2)).toMatchObject([{ price: 95_000, seller: 'third_party' }]);
    expect(await statusOf('keepa')).toMatchObject({ rows_imported: 3, rows_rejected: 0 });
    const listed = await market.rows('SELECT asin, ean FROM retail.listing');
    expect(listed).toEqual([{ asin: 'B075SDMMMV', ean: '5702015869935' }]);
  });

  it('takes no product that the barcode does not name alone, and none of another brand, number or kind', async () => {
    const other = { ...falcon, asin: 'B000000001' };
    keepa.products.push(falcon, other, { ...falcon, asin: 'B000000002', eanList: ['5702016912128'], brand: 'Cobi' });
    await add();
    expect(await json('run', 'keepa', '--until-done')).toMatchObject([{ asked: 2, fault: null }]);
    expect(await prices()).toEqual([]);
    await nextDays(1);
    keepa.products.splice(1, 2, { ...other, partNumber: '99999' }, { ...other, productType: 5 });
    await json('run', 'keepa', '--until-done');
    expect(await prices()).toHaveLength(2);
  });

  it.each(['next-minute', 'positive'] as const)('waits while the balance is negative, if %s is told', async (to) => {
    keepa.refillsTo = to;
    keepa.refillRate = 1;
    keepa.products.push(falcon);
    await add();
    keepa.tokensLeft = 1;
    expect(await json('run', 'keepa', '--until-done')).toMatchObject([{ asked: 2, fault: null }]);
    expect(keepa.tokensLeft).toBe(-2);
    const [{ blocked_until: until }] = (await json<{ blocked_until: string }[]>('status', 'keepa')) as [
      { blocked_until: string },
    ];
    expect(Date.parse(until) - NOW.getTime()).toBeGreaterThanOrEqual(3 * 60_000);
    await market.db.query("UPDATE ops.source_item SET due_at = '2026-01-01'");
    const calls = keepa.requests.length;
    expect(await json('run', 'keepa', '--until-done')).toMatchObject([{ asked: 0, ended: 'blocked' }]);
    expect(keepa.requests).toHaveLength(calls);
  });

  it.each([400, 402] as const)('names a refused key, told by %p, without showing it', async (status) => {
    keepa.unknownKey = status;
    const { code, stderr } = await add('wrongwrongwrongwrongwrong');
    expect([code, stderr]).toEqual([1, expect.stringContaining('Check the key')]);
    expect(stderr).not.toContain('wrongwrong');
    await add();
    keepa.failNext('reset', 'reset', 'reset');
    const failed = await cli('run', 'keepa', '--until-done');
    expect(failed.stderr).toContain('Keepa cannot be reached');
    expect(failed.stderr).not.toContain(KEEPA_KEY);
  });
});

describe('brickmarket sources with the ECB', () => {
  let ecb: EcbStandIn;
  beforeEach(async () => {
    ecb = await new EcbStandIn(NOW).start();
  });
  afterEach(() => ecb.stop());

  const setTime = async (now: string): Promise<void> => {
    ecb.now = new Date(now);
    await moveClock(market.db, now);
  };
  const rates = (currency: string) =>
    market.rows<{ day: string; rate: number }>(
      `SELECT day::text, rate FROM ops.exchange_rate WHERE currency = '${currency}' ORDER BY day DESC`,
    );
  const run = () => json<{ fault: string | null }[]>('run', 'ecb', '--until-done');

  it.each(["'", '"'] as const)('keeps the rates since 1999, then of each working day, written in %s', async (quote) => {
    ecb.quote = quote;
    await setTime('2026-06-17T12:00:00Z');
    const added = await cli('add', 'ecb', '--address', ecb.address, '--i-have-read-the-terms');
    expect(added).toMatchObject({ code: 0 });
    expect(await run()).toMatchObject([{ fault: null }]);
    const dollars = await rates('USD');
    expect(dollars[0]).toEqual({ day: '2026-06-16', rate: 1.1432 });
    expect(dollars.length).toBeGreaterThan(1_000);
    // A currency that has ended keeps its past.
    expect((await rates('HRK'))[0]!.day).toBe('2022-12-30');
    await setTime('2026-06-17T15:31:00Z');
    await run();
    expect((await rates('USD'))[0]!.day).toBe('2026-06-17');
    expect(ecb.requests.map(({ path }) => path.split('/').at(-1))).toEqual([
      ...['eurofxref-daily.xml', 'eurofxref-hist.xml', 'eurofxref-daily.xml'],
    ]);
    expect((await statusOf('ecb')).rows_imported).toBe(
      dollars.length * 3 + (await rates('HRK')).length + (await rates('RUB')).length + 3,
    );
  });

  it('takes a page for nonsense, which takes nothing away, and closes a gap of days', async () => {
    await cli('add', 'ecb', '--address', ecb.address, '--i-have-read-the-terms');
    await run();
    const known = (await rates('USD')).length;
    await setTime('2026-06-30T16:00:00Z');
    ecb.failNext('html-200');
    expect((await cli('run', 'ecb')).stderr).toContain('ECB sent no exchange rates: <!doctype html>');
    expect(await rates('USD')).toHaveLength(known);
    await setTime('2026-06-30T17:00:00Z');
    await run();
    expect(await rates('USD')).toHaveLength(known + 12);
    expect(ecb.requests.at(-1)!.path).toContain('hist-90d');
  });
});

describe('brickmarket sources with a product feed', () => {
  let shop: FeedStandIn;
  beforeEach(async () => {
    shop = await new FeedStandIn(NOW).start();
    await insertSet(market.db, { set_number: SET, ean: '5702015869935' });
    await insertSet(market.db, { set_number: '10280-1', title: 'Flower Bouquet' });
  });
  afterEach(() => shop.stop());

  const add = (address: string, ...flags: readonly string[]) =>
    cli('add', 'feed', '--feed-url', address, '--i-have-read-the-terms', ...flags);
  const prices = () =>
    market.rows(
      `SELECT s.set_number AS set, retailer, o.price_cents AS price, o.list_price_cents AS list, o.in_stock AS stock
       FROM source.retail_observation o JOIN catalog.lego_set s ON s.id = o.set_id ORDER BY 1, observed_at`,
    );

  it.each([
    ['awin', () => shop.awinAddress(), ''],
    ['RSS', () => shop.googleAddress('rss'), ' USD'],
    ['a table', () => shop.googleAddress('tsv'), ' USD'],
  ])("imports a shop's prices by barcode, then by its number, never by title, from %s", async (form, address, usd) => {
    shop.products.push(
      // A GTIN-14, and a number of the maker that is no set's.
      { id: '1', brand: 'LEGO', gtin: '05702015869935', mpn: '6212345', price: `799.99${usd}` },
      {
        id: '2',
        brand: 'Lego Icons',
        mpn: '10280',
        price: `54.99${usd}`,
        availability: form === 'awin' ? '0' : 'out of stock',
      },
      { id: '3', brand: 'LEGO', title: 'LEGO 75192 Millennium Falcon', price: `1.00${usd}` },
      { id: '4', brand: 'Cobi', mpn: '75192', gtin: '5702015869935', price: `2.00${usd}` },
      { id: '5', brand: 'LEGO', mpn: '75192', price: '1.299,00 EUR', currency: 'EUR' },
      { id: '6', brand: 'LEGO', mpn: '75192', price: `3.00${usd}`, condition: 'used' },
    );
    expect(await add(address())).toMatchObject({ code: 0 });
    expect(await json('run', 'feed', '--until-done')).toMatchObject([{ asked: 1, fault: null }]);
    expect(await prices()).toEqual([
      { set: '10280-1', retailer: 'retailer_b', price: 5_499, list: null, stock: false },
      { set: SET, retailer: 'retailer_b', price: 79_999, list: null, stock: true },
    ]);
    expect(await statusOf('feed')).toMatchObject({ rows_imported: 2, rows_rejected: 2 });
    await market.db.query('UPDATE ops.source_item SET due_at = asked_at');
    for (const hasConditions of [true, false]) {
      shop.hasConditions = hasConditions;
      expect(await json('run', 'feed', '--until-done')).toMatchObject([{ fault: null }]);
      await market.db.query('UPDATE ops.source_item SET due_at = asked_at');
    }
    expect(await prices()).toHaveLength(2);
  });

  it('takes a sale price on its days only', async () => {
    const sold = { brand: 'LEGO', price: '60.00 USD', salePrice: '49.99 USD' };
    shop.products.push(
      { id: '1', ...sold, mpn: '75192', saleDates: '2026-05-01T00:00Z/2026-05-30T23:59-0800' },
      { id: '2', ...sold, mpn: '10280', saleDates: '2026-06-01T00:00Z/2026-06-30T23:59-0800' },
    );
    await add(shop.googleAddress('rss'), '--retailer', 'retailer_a');
    await json('run', 'feed', '--until-done');
    expect(await prices()).toMatchObject([
      { set: '10280-1', retailer: 'retailer_a', price: 4_999, list: 6_000 },
      { set: SET, price: 6_000, list: null },
    ]);
  });

  it('names a refused key and a page, shows no key, and takes nothing of a file that was cut', async () => {
    const refused = await add(shop.awinAddress('wrong0123456789abcdef'));
    expect(refused.stderr).toContain('Invalid API key …cdef');
    shop.failNext('html-200');
    expect((await add(shop.awinAddress())).stderr).toContain('The feed is no product feed: <!doctype html>');
    for (let id = 0; id < 2_000; id++) shop.products.push({ id: `${id}`, brand: 'LEGO', mpn: '75192', price: '5' });
    expect(await add(shop.awinAddress())).toMatchObject({ code: 0 });
    shop.isTruncated = true;
    const cut = await cli('run', 'feed', '--until-done');
    expect(cut.stderr).toContain('the gzip data ends too early');
    expect(await prices()).toEqual([]);
    const shown = [cut, await cli('status'), await cli('plan'), await cli('list')].map(
      (one) => one.stdout + one.stderr,
    );
    expect(shown.filter((text) => text.includes(FEED_KEY))).toEqual([]);
  });
});
