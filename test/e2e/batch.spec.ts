import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { insertMinifig, insertSet } from '../support/catalog-builders.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { type Answer, TestApi, type TestAccount } from '../support/test-api.ts';

describe('POST /catalog/batch', () => {
  let api: TestApi;
  let account: TestAccount;

  beforeAll(async () => {
    api = await TestApi.start();
    await moveClock(api.db, NOON);
    account = await api.account();
    await insertSet(api.db, { set_number: '10-1' });
    await insertSet(api.db, { set_number: '20-1' });
    await insertMinifig(api.db, { minifig_number: 'fig-1' });
  });

  afterAll(() => api.stop());

  const post = (
    body: string | object,
    { key = account.key, type = 'application/json', encoding }: { key?: string; type?: string; encoding?: string } = {},
  ): Promise<Answer> =>
    api.call('/catalog/batch', {
      method: 'POST',
      key,
      body,
      headers: { 'content-type': type, ...(encoding !== undefined && { 'content-encoding': encoding }) },
    });

  it('answers in request order, first occurrence, with the full records and what was not found', async () => {
    const set = await api.data<object>('/set/10-1', account.key);
    const minifig = await api.data<object>('/minifig/fig-1', account.key);
    const answer = await post({ sets: ['77-1', '20', '10-1', '77-1', '10'], minifigs: ['fig-2', 'fig-1'] });
    expect(answer.status).toBe(200);
    expect(answer.json<{ data: unknown }>().data).toEqual({
      sets: [
        { set_number: '77-1', found: false },
        expect.objectContaining({ set_number: '20-1', found: true }),
        { ...set, found: true },
        { ...set, found: true },
      ],
      minifigs: [
        { minifig_number: 'fig-2', found: false },
        { ...minifig, found: true },
      ],
      summary: { requested: 6, found: 4 },
    });
  });

  it('costs one per different item', async () => {
    const before = await api.used(account.keyId);
    await post({ sets: ['10-1', '10-1', '20-1'], minifigs: ['fig-1'] });
    expect((await api.used(account.keyId)) - before).toBe(3);
  });

  it('takes 100 different items and refuses 101', async () => {
    const sets = Array.from({ length: 100 }, (_, i) => `${i}-1`);
    expect((await post({ sets: [...sets, ...sets] })).status).toBe(200);
    expect((await post({ sets, minifigs: ['fig-1'] })).status).toBe(400);
  });

  it('consumes nothing when it does not fit into what is left', async () => {
    const small = await api.key(account.accountId, { dailyLimit: 5 });
    await post({ sets: ['1', '2', '3'] }, small);
    const answer = await post({ sets: ['1', '2', '3'] }, small);
    expect([answer.status, answer.headers['x-ratelimit-remaining']]).toEqual([429, '2']);
    expect((await post({ sets: ['1', '2'] }, small)).status).toBe(200);
  });

  it.each([
    ['{}'],
    ['{"sets":[]}'],
    ['{"sets":[],"minifigs":[]}'],
    ['[]'],
    ['null'],
    ['"x"'],
    ['1'],
    [''],
    ['{"sets":'],
    ['{"sets":"10-1"}'],
    ['{"sets":[1]}'],
    ['{"sets":[null]}'],
    ['{"sets":["10-1"],"minifigs":null}'],
    ['{"sets":[""]}'],
    ['{"sets":[["10-1"]]}'],
    ['{"sets":["10-1"],"extra":1}'],
    ...Object.getOwnPropertyNames(Object.prototype).map((name) => [`{"${name}":1,"sets":["10-1"]}`]),
    ['{"sets":["a\\u0000b"]}'],
    ['{"sets":["\\ud800"]}'],
    [`{"sets":["${'x'.repeat(101)}"]}`],
    [`${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    [`{"sets":["${'x'.repeat(70_000)}"]}`],
    [`{"sets":["${'x'.repeat(2_000_000)}"]}`],
  ])('answers 400 to %.60s and charges 1', async (body) => {
    const before = await api.used(account.keyId);
    const answer = await post(body);
    expect([answer.status, answer.json()]).toEqual([
      400,
      { error: { code: 'BadRequest', message: expect.any(String) } },
    ]);
    expect((await api.used(account.keyId)) - before).toBe(1);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', '__defineGetter__', '__proto__', 'extra'])(
    'names the unknown property %s',
    async (name) => {
      const { error } = (await post(`{"sets":["10-1"],"${name}":1}`)).json<{ error: { message: string } }>();
      expect(error.message).toContain(`unknown property "${name}"`);
    },
  );

  it.each([
    ['{"foo":["10-1"]}', 'unknown property "foo"; known here: sets, minifigs'],
    ['{"sets":"10-1"}', 'sets must be an array'],
    ['{"sets":5}', 'sets must be an array'],
    ['{"sets":[1]}', 'each value in sets must be a string of 1 to 100 characters'],
    ['{"minifigs":[""]}', 'each value in minifigs must be a string of 1 to 100 characters'],
    ['{"sets":[]}', 'name at least one set or minifigure'],
  ])('says what is wrong with %s', async (body, message) => {
    expect((await post(body)).json()).toMatchObject({ error: { message } });
  });

  const ITEMS = Buffer.from('{"sets":["10-1"]}');

  it.each([
    ['gzip', gzipSync(ITEMS)],
    ['br', brotliCompressSync(ITEMS)],
    ['deflate', deflateSync(ITEMS)],
    ['GZIP', gzipSync(ITEMS)],
    ['zstd', ITEMS],
    ['gzip, br', ITEMS],
    ['identity, gzip', ITEMS],
    ['gzip', Buffer.alloc(5_000_000)],
  ])('answers 400 to a body with Content-Encoding %s at once, and charges 1', async (encoding, body) => {
    const before = await api.used(account.keyId);
    const answer = await post(body, { encoding });
    expect([answer.status, answer.json()]).toEqual([
      400,
      { error: { code: 'BadRequest', message: 'send the body as it is, without Content-Encoding' } },
    ]);
    expect((await api.used(account.keyId)) - before).toBe(1);
  });

  it('takes the encoding that changes nothing', async () => {
    expect((await post(ITEMS, { encoding: 'identity' })).status).toBe(200);
  });

  it('checks the key before the encoding', async () => {
    expect((await post(gzipSync(ITEMS), { key: '', encoding: 'gzip' })).status).toBe(401);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'multipart/form-data; boundary=x',
    '',
    'json',
    '/',
    'a b/c',
    ';',
  ])('answers 400 to the media type %p', async (type) => {
    expect((await post('{"sets":["10-1"]}', { type })).status).toBe(400);
  });

  it('asks for the key before it looks at the body', async () => {
    const answer = await api.call('/catalog/batch', {
      method: 'POST',
      body: '{"sets":',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(401);
  });
});
