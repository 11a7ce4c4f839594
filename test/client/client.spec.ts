import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  Brickmarket,
  type BrickmarketOptions,
  GatewayError,
  InternalError,
  InvalidApiKeyError,
  NetworkError,
  NotFoundError,
  QuotaExceededError,
  TierRequiredError,
  TimeoutError,
  UnexpectedAnswerError,
} from '@brickmarket/client';
import { raiseDataVersion } from '../support/data-versions.ts';
import { insertMinifig, insertSet } from '../support/catalog-builders.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { defaultBrickfolio, insertHolding } from '../support/portfolio-builders.ts';
import { TestApi } from '../support/test-api.ts';
import { makeTestSnapshots } from '../support/test-snapshots.ts';

describe('@brickmarket/client against the service', () => {
  const snapshotFolder = join(new ImportFolder().path, 'snapshots');
  let api: TestApi;
  let baseUrl: string;
  let key: string;
  let keyId: number;

  beforeAll(async () => {
    api = await TestApi.start({ SNAPSHOT_FOLDER: snapshotFolder });
    await moveClock(api.db, NOON);
    let accountId: number;
    ({ key, keyId, accountId } = await api.account());
    await insertSet(api.db, { set_number: '100-1', title: 'Castle', theme: 'Knights' });
    await insertMinifig(api.db, { minifig_number: 'fig-000001', name: 'Knight' });
    await api.db.query(
      `INSERT INTO catalog.lego_set (set_number, title, theme, year, pieces)
       SELECT '9' || n || '-1', 'Tower ' || n, 'Towers', 2020, 1 FROM generate_series(1, 600) n;
       UPDATE ops.data_kind SET version = version + 1 WHERE kind = 'catalog'`,
    );
    const folio = await defaultBrickfolio(api.db, accountId);
    for (let quantity = 1; quantity <= 3; quantity++) await insertHolding(api.db, folio, '100-1', { quantity });
    baseUrl = `${api.origin}/api/v1`;
  });

  afterAll(() => api.stop());

  const client = (options: Partial<BrickmarketOptions> = {}): Brickmarket =>
    new Brickmarket({ baseUrl, apiKey: key, backoffMs: 1, ...options });

  /** A fetch that answers from a list before it asks the service, and counts. */
  function answering(...outcomes: (Response | Error)[]) {
    const counted = { calls: 0 };
    const send = async (request: Request): Promise<Response> => {
      const outcome = outcomes[counted.calls++];
      if (outcome instanceof Error) throw outcome;
      return outcome ?? fetch(request);
    };
    return { counted, send };
  }

  const failure = (status: number, headers: Record<string, string> = {}): Response =>
    Response.json(
      { error: { code: 'InternalError', message: 'x' } },
      { status, headers: { 'x-api-version': '1', ...headers } },
    );

  it('reads every route', async () => {
    const brickmarket = client();
    expect(await brickmarket.getSet('100-1')).toMatchObject({ title: 'Castle' });
    expect(await brickmarket.getMinifig('fig-000001')).toMatchObject({ name: 'Knight' });
    expect((await brickmarket.searchSets('castle')).results).toHaveLength(1);
    expect((await brickmarket.searchMinifigs('knight')).results).toHaveLength(1);
    const { cursor } = await brickmarket.listChanges();
    expect(await brickmarket.listChanges({ after: cursor, limit: 1 })).toEqual({
      changes: [],
      cursor,
      has_more: false,
    });
    expect(await brickmarket.listMigrations()).toMatchObject({ migrations: [], has_more: false });
    await makeTestSnapshots(api.databaseUrl, snapshotFolder, new Date(NOON));
    const { snapshots } = await brickmarket.listSnapshots();
    expect(snapshots.map(({ kind, items }) => [kind, items])).toEqual([
      ['sets', 601],
      ['minifigs', 1],
      ['history', 1_202],
    ]);
    expect(await brickmarket.listThemes()).toEqual(expect.arrayContaining([{ theme: 'Knights', set_count: 1 }]));
    expect((await brickmarket.getBatch({ sets: ['100-1', 'none'], minifigs: ['fig-000001'] })).summary).toEqual({
      requested: 3,
      found: 2,
    });
    expect(await brickmarket.getHistory('100-1', { condition: 'used' })).toMatchObject({ condition: 'used' });
    expect(await brickmarket.getForecast('100-1')).toMatchObject({ set_number: '100-1' });
    expect(await brickmarket.getRetailPrices('100-1')).toBeNull();
    expect(await brickmarket.findRetailPrices({ upc: '1' })).toBeNull();
    expect(await brickmarket.listRetailWatch({ changed_within: '24h' })).toEqual([]);
    expect((await brickmarket.getBrickfolios()).brickfolios).toHaveLength(1);
    expect((await brickmarket.getAnalytics({ period: '30d' })).value_history).toHaveLength(30);
    expect((await brickmarket.listEntries({ limit: 2 })).pagination).toEqual({
      total: 3,
      limit: 2,
      offset: 0,
      has_more: true,
    });
    expect((await brickmarket.listSales()).sales).toEqual([]);
  });

  it('walks over all pages, and asks for no page that is not consumed', async () => {
    const numbers = new Set<string>();
    for await (const { set_number } of client().everySetFound('tower')) numbers.add(set_number);
    expect(numbers.size).toBe(600);
    const before = await api.used(keyId);
    for await (const _ of client().everySetFound('tower')) break;
    expect((await api.used(keyId)) - before).toBe(1);
    const held: number[] = [];
    for await (const { quantity } of client().everyEntry()) held.push(quantity);
    expect(held).toEqual([1, 2, 3]);
    for await (const sale of client().everySale()) throw new Error(`no sale was made: ${sale.id}`);
    for await (const { name } of client().everyMinifigFound('knight')) expect(name).toBe('Knight');
  });

  it('throws a class for each code, with the id of the request', async () => {
    const free = await api.account({ plan: 'free' });
    const poor = await api.account({ dailyLimit: 1 });
    await client({ apiKey: poor.key }).listThemes();
    await expect(client().getSet('none')).rejects.toMatchObject({
      constructor: NotFoundError,
      name: 'NotFoundError',
      status: 404,
      code: 'NotFound',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    await expect(client({ apiKey: 'nonsense' }).listThemes()).rejects.toBeInstanceOf(InvalidApiKeyError);
    await expect(client({ apiKey: free.key }).listThemes()).rejects.toBeInstanceOf(TierRequiredError);
    await expect(client({ apiKey: poor.key }).listThemes()).rejects.toMatchObject({
      constructor: QuotaExceededError,
      retryAfterMs: expect.any(Number),
    });
  });

  it('says what is left of the allowance', async () => {
    const account = await api.account({ dailyLimit: 10 });
    const brickmarket = client({ apiKey: account.key });
    expect(brickmarket.rateLimit).toBeNull();
    await brickmarket.listThemes();
    await expect(brickmarket.getSet('none')).rejects.toBeInstanceOf(NotFoundError);
    expect(brickmarket.rateLimit).toEqual({ limit: 10, remaining: 8, reset: expect.any(Date) });
  });

  it('tries a 5xx and a lost connection again, and gives up after its retries', async () => {
    const recovering = answering(failure(500), new TypeError('reset'));
    expect(await client({ fetch: recovering.send }).listThemes()).not.toHaveLength(0);
    expect(recovering.counted.calls).toBe(3);
    await expect(
      client({ retries: 1, fetch: answering(failure(503), failure(500)).send }).listThemes(),
    ).rejects.toBeInstanceOf(InternalError);
    const lost = new TypeError('reset');
    await expect(client({ retries: 0, fetch: answering(lost).send }).listThemes()).rejects.toMatchObject({
      constructor: NetworkError,
      cause: lost,
    });
    await expect(
      new Brickmarket({ baseUrl: 'http://127.0.0.1:1/api/v1', apiKey: key, backoffMs: 1 }).listThemes(),
    ).rejects.toBeInstanceOf(NetworkError);
  });

  it('repeats no other answer, and sends a body again in full', async () => {
    const refused = answering();
    await expect(client({ fetch: refused.send }).getSet('none')).rejects.toBeInstanceOf(NotFoundError);
    expect(refused.counted.calls).toBe(1);
    expect((await client({ fetch: answering(failure(500)).send }).getBatch({ sets: ['100-1'] })).summary.found).toBe(1);
  });

  it('waits on a 429 only when it may, and only as long as it may', async () => {
    const spent = (): Response =>
      Response.json(
        { error: { code: 'QuotaExceeded', message: 'x' } },
        { status: 429, headers: { 'x-api-version': '1', 'retry-after': '1' } },
      );
    await expect(client({ fetch: answering(spent()).send }).listThemes()).rejects.toBeInstanceOf(QuotaExceededError);
    await expect(client({ maxQuotaWaitMs: 999, fetch: answering(spent()).send }).listThemes()).rejects.toBeInstanceOf(
      QuotaExceededError,
    );
    const startedAt = performance.now();
    expect(await client({ maxQuotaWaitMs: 2_000, fetch: answering(spent()).send }).listThemes()).not.toHaveLength(0);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
  });

  it('has the id of the request and the allowance with every answer, failures included', async () => {
    const account = await api.account({ dailyLimit: 10 });
    const brickmarket = client({ apiKey: account.key });
    const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const answers = [
      await brickmarket.getSet('100-1').withAnswer(),
      await brickmarket.listThemes().withAnswer(),
      await brickmarket.findRetailPrices({}).withAnswer(),
    ];
    expect(answers).toMatchObject(
      [9, 8, 7].map((remaining) => ({ requestId: uuid, rateLimit: { limit: 10, remaining } })),
    );
    expect(answers[0]!.data).toEqual(await brickmarket.getSet('100-1'));
    await expect(brickmarket.getSet('none').withAnswer()).rejects.toMatchObject({
      requestId: uuid,
      rateLimit: { limit: 10, remaining: 5 },
    });
  });

  it('asks in portions for a batch of more than 100, in order and each item once', async () => {
    const sets = [...Array.from({ length: 230 }, (_, n) => `9${n + 1}-1`), 'none', '91-1'];
    const before = await api.used(keyId);
    const batch = await client().getBatch({ sets, minifigs: ['fig-000001'] });
    expect(batch.summary).toEqual({ requested: 232, found: 231 });
    expect(batch.sets.map(({ set_number }) => set_number)).toEqual(sets.slice(0, -1));
    expect(batch.minifigs).toMatchObject([{ minifig_number: 'fig-000001', found: true }]);
    expect((await api.used(keyId)) - before).toBe(232);
  });

  it('transfers what it has already only when it has changed, and keeps no more than it may', async () => {
    const statuses: number[] = [];
    const send = async (request: Request): Promise<Response> => {
      const response = await fetch(request);
      statuses.push(response.status);
      return response;
    };
    const rename = async (title: string): Promise<void> => {
      await api.db.query(`UPDATE catalog.lego_set SET title = $1 WHERE set_number = '100-1'`, [title]);
      await raiseDataVersion(api.db, 'catalog');
    };
    const keeping = client({ fetch: send });
    const first = await keeping.getSet('100-1').withAnswer();
    const second = await keeping.getSet('100-1').withAnswer();
    expect(statuses.splice(0)).toEqual([200, 304]);
    expect(second.data).toEqual(first.data);
    expect(second.requestId).not.toBe(first.requestId);
    expect(second.rateLimit!.remaining).toBe(first.rateLimit!.remaining - 1);
    await rename('Keep');
    expect(await keeping.getSet('100-1')).toMatchObject({ title: 'Keep' });
    await rename('Castle');
    expect(await keeping.getSet('100-1')).toMatchObject({ title: 'Castle' });
    expect(statuses.splice(0)).toEqual([200, 200]);
    const small = client({ fetch: send, keepCharacters: 2_000 });
    for (const number of ['100-1', '91-1', '92-1', '93-1', '100-1', '100-1']) await small.getSet(number);
    expect(statuses.splice(0)).toEqual([200, 200, 200, 200, 200, 304]);
    const forgetful = client({ fetch: send, keepCharacters: 0 });
    for (let count = 0; count < 2; count++) await forgetful.getSet('100-1');
    expect(statuses.splice(0)).toEqual([200, 200]);
  });

  it('reads rows as NDJSON, over all pages', async () => {
    const asked: (string | null)[] = [];
    const brickmarket = client({
      fetch: async (request) => {
        const response = await fetch(request);
        asked.push(response.headers.get('content-type'));
        return response;
      },
    });
    const { accountId, key: other } = await api.account();
    const folio = await defaultBrickfolio(api.db, accountId);
    await api.db.query(
      `INSERT INTO portfolio.holding (account_id, brickfolio_id, set_id, set_number, quantity, condition, status)
       SELECT $1, $2, id, set_number, 1, 'sealed', 'owned' FROM catalog.lego_set ORDER BY id LIMIT 600`,
      [accountId, folio],
    );
    const many = client({ apiKey: other });
    const [rows, entries] = [[] as object[], [] as object[]];
    for await (const entry of many.everyEntry({ brickfolio_id: folio })) rows.push(entry);
    for (let offset = 0; offset < 600; offset += 200)
      entries.push(...(await many.listEntries({ limit: 200, offset })).entries);
    expect(rows).toEqual(entries);
    const months: string[] = [];
    for await (const { month } of brickmarket.everyMonth('100-1', { condition: 'used' })) months.push(month);
    for await (const _ of brickmarket.everyEntry()) break;
    for await (const _ of brickmarket.everySale()) break;
    expect(asked).toEqual(Array.from({ length: 3 }, () => 'application/x-ndjson; charset=utf-8'));
    expect(months).toEqual((await brickmarket.getHistory('100-1', { condition: 'used' })).history.map((p) => p.month));
  });

  describe('at another address', () => {
    let other: Server;
    let answer: (path: string) => { status: number; type: string; body: string } | null;
    let address: string;
    beforeAll(async () => {
      other = createServer((request, response) => {
        const { status, type, body } = answer(request.url!) ?? { status: 0, type: '', body: '' };
        // Without an answer the connection stays open and silent.
        if (status !== 0) response.writeHead(status, { 'content-type': type }).end(body);
      });
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/api/v1`;
    });
    afterAll(() => {
      other.closeAllConnections();
      other.close();
    });

    it.each([
      [200, 'text/html', '<h1>Welcome</h1>', UnexpectedAnswerError, /text\/html.*baseUrl/],
      [404, 'text/html', '<h1>Not found</h1>', UnexpectedAnswerError, /404.*baseUrl/],
      [200, 'application/json', '{"hello":1}', UnexpectedAnswerError, /not the Brickmarket API/],
      [404, 'application/json', '{"error":{"code":"NotFound","message":"x"}}', UnexpectedAnswerError, /baseUrl/],
      [502, 'text/html', '<h1>Bad gateway</h1>', GatewayError, /502.*proxy/],
      [503, 'text/plain', 'upstream', GatewayError, /503.*proxy/],
    ])('tells %i with %s and %s from an unknown set', async (status, type, body, kind, words) => {
      answer = () => ({ status, type, body });
      const failed = client({ baseUrl: address }).getSet('100-1');
      await expect(failed).rejects.toMatchObject({ constructor: kind, status });
      await expect(failed).rejects.toThrow(words);
      await expect(failed).rejects.not.toBeInstanceOf(NotFoundError);
    });

    it('gives up a try that takes too long, and tries again', async () => {
      let tries = 0;
      // Counted here: the server may not hear in time of what a slow machine gives up at once.
      const send = (request: Request): Promise<Response> => {
        tries++;
        return fetch(request);
      };
      answer = () => null;
      const failed = client({ baseUrl: address, timeoutMs: 1_000, retries: 1, fetch: send }).listThemes();
      await expect(failed).rejects.toMatchObject({ constructor: TimeoutError, code: 'Timeout' });
      expect(tries).toBe(2);
    });
  });

  it('says that the base address lacks its prefix, instead of that a set does not exist', async () => {
    const failed = client({ baseUrl: baseUrl.replace('/api/v1', '') }).getSet('100-1');
    await expect(failed).rejects.toBeInstanceOf(UnexpectedAnswerError);
    await expect(failed).rejects.toThrow('baseUrl must end in /api/v1');
  });

  it('refuses an address and a key that can never be sent, and takes undefined for not given', async () => {
    expect(() => client({ baseUrl: 'localhost:3000/api/v1' })).toThrow('baseUrl');
    expect(() => client({ apiKey: 'a\nb' })).toThrow('apiKey');
    const brickmarket = client({ apiKey: `${key}\n`, retries: undefined, timeoutMs: undefined, fetch: undefined });
    expect((await brickmarket.listEntries({ limit: undefined }, { signal: undefined })).pagination.limit).toBe(50);
  });

  it('stops at once when it is aborted, in a pause as well', async () => {
    await expect(client().listThemes({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    const pausing = client({ backoffMs: 60_000, fetch: answering(failure(500)).send }).listThemes({
      signal: AbortSignal.timeout(50),
    });
    await expect(pausing).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
