import { insertSet } from '../support/catalog-builders.ts';
import { defaultBrickfolio, insertHolding, insertValueStep } from '../support/portfolio-builders.ts';
import { TestApi, type TestAccount } from '../support/test-api.ts';

const CSV = { accept: 'text/csv' };
const NDJSON = { accept: 'application/x-ndjson' };

describe('rows as CSV and NDJSON', () => {
  let api: TestApi;
  let account: TestAccount;

  beforeAll(async () => {
    api = await TestApi.start();
    account = await api.account();
    await insertSet(api.db, { set_number: '100-1', title: 'Castle, "Great"\nHall', theme: 'Knights' });
    const folio = await defaultBrickfolio(api.db, account.accountId);
    for (let quantity = 1; quantity <= 3; quantity++)
      await insertHolding(api.db, folio, '100-1', { quantity, purchase_price_cents: 999 });
  });

  afterAll(() => api.stop());

  it('has the same rows, fields and order as JSON, one object a line', async () => {
    const json = await api.data<{ entries: object[] }>('/brickfolio/entries', account.key);
    const lines = (await api.call('/brickfolio/entries', { key: account.key, headers: NDJSON })).text
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual(json.entries);
  });

  it('has a line of names and quotes what needs it in CSV', async () => {
    const answer = await api.call('/brickfolio/entries?limit=1', { key: account.key, headers: CSV });
    const [names, row] = [
      answer.text.slice(0, answer.text.indexOf('\r\n')),
      answer.text.slice(answer.text.indexOf('\r\n') + 2),
    ];
    const [entry] = (await api.data<{ entries: object[] }>('/brickfolio/entries?limit=1', account.key)).entries;
    expect(names).toBe(Object.keys(entry!).join(','));
    expect(row).toMatch(/^\d+,100-1,"Castle, ""Great""\nHall",Knights,1,sealed,9\.99,,owned,,9\.99,,\r\n$/);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  });

  it('marks text in CSV that a spreadsheet would compute, and leaves numbers and other forms alone', async () => {
    const own = await api.account();
    await insertSet(api.db, { set_number: '200-1', title: '=HYPERLINK("https://evil.example")', theme: "'-1" });
    const folio = await defaultBrickfolio(api.db, own.accountId);
    await insertHolding(api.db, folio, '200-1', { purchase_price_cents: 999 });
    await insertValueStep(api.db, '200-1', 'sealed', '2026-01-01', 499);
    const ask = async (headers: Readonly<Record<string, string>>) =>
      (await api.call('/brickfolio/entries', { key: own.key, headers })).text;
    expect((await ask(CSV)).split('\r\n')[1]).toMatch(
      /^\d+,200-1,"'=HYPERLINK\(""https:\/\/evil.example""\)",''-1,1,sealed,9\.99,,owned,4\.99,4\.99,-5,-50\.05$/,
    );
    expect(JSON.parse(await ask(NDJSON))).toMatchObject({ title: '=HYPERLINK("https://evil.example")', theme: "'-1" });
  });

  it('pages by Link and X-Total-Count to the end', async () => {
    const quantities: number[] = [];
    let path: string | undefined = '/api/v1/brickfolio/entries?limit=2';
    for (let pages = 0; path !== undefined; pages++) {
      expect(pages).toBeLessThan(3);
      const answer = await api.callAbsolute(path, { key: account.key, headers: NDJSON });
      expect(answer.headers['x-total-count']).toBe('3');
      quantities.push(
        ...answer.text
          .trimEnd()
          .split('\n')
          .map((line) => (JSON.parse(line) as { quantity: number }).quantity),
      );
      path = /^<(.*)>; rel="next"$/.exec(String(answer.headers['link'] ?? ''))?.[1];
    }
    expect(quantities).toEqual([1, 2, 3]);
  });

  it.each(['/set/100-1/history', '/brickfolio/entries', '/salesledger'])(
    'is to be had of %s for the price of JSON, with errors in JSON',
    async (path) => {
      const before = await api.used(account.keyId);
      const answer = await api.call(path, { key: account.key, headers: CSV });
      expect([answer.status, answer.headers['content-type'], answer.headers['vary']]).toEqual([
        200,
        'text/csv; charset=utf-8',
        'authorization, accept-encoding, accept',
      ]);
      expect((await api.used(account.keyId)) - before).toBe(1);
      expect((await api.call(`${path}?nope=1`, { key: account.key, headers: CSV })).json()).toMatchObject({
        error: { code: 'BadRequest' },
      });
    },
  );

  it('changes nothing for who does not ask for it, and nothing where it is not offered', async () => {
    for (const accept of ['*/*', 'application/json', 'text/html']) {
      const answer = await api.call('/brickfolio/entries', { key: account.key, headers: { accept } });
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect([answer.headers['x-total-count'], answer.headers['link']]).toEqual([
        undefined,
        '</openapi.json>; rel="service-desc"',
      ]);
    }
    expect((await api.call('/set/100-1', { key: account.key, headers: CSV })).headers['content-type']).toBe(
      'application/json; charset=utf-8',
    );
  });

  it('answers 304 in these forms too', async () => {
    const first = await api.call('/set/100-1/history', { key: account.key, headers: CSV });
    const again = await api.call('/set/100-1/history', {
      key: account.key,
      headers: { ...CSV, 'if-none-match': String(first.headers['etag']) },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});
