import { insertSet } from '../support/catalog-builders.ts';
import { defaultBrickfolio } from '../support/portfolio-builders.ts';
import { TestAccountArea, type TestBrowser } from '../support/test-account-area.ts';
import { rowsOf, send } from './sent-import.ts';

const HOSTILE = ['red\u001b[31m', 'line\nbreak', 'csi\u009b', 'gpj\u202eexe', 'iso\u2066late', 'mark\u200f'];
const PLAIN = 'Café 城 👩‍👩‍👧';

describe('a name that a customer writes', () => {
  let area: TestAccountArea;
  let ann: TestBrowser;
  let brickfolio: number;
  beforeAll(async () => {
    area = await TestAccountArea.start();
    await insertSet(area.db, { set_number: '1-1' });
    ann = await area.signedUp('ann@example.com');
    brickfolio = await defaultBrickfolio(area.db, await area.accountId('ann@example.com'));
  });
  afterAll(() => area.stop());

  const holding = (more: object) => ({
    brickfolioId: brickfolio,
    setNumber: '1-1',
    quantity: 1,
    condition: 'used',
    status: 'owned',
    ...more,
  });
  const WATCH = { kind: 'price.dropped', scope: 'sets', setNumbers: ['1-1'], belowCents: 10_000 };
  const SALE = { setNumber: '1-1', condition: 'used', quantity: 1, saleDay: '2026-01-02', grossCents: 900 };

  it.each<[string, string, (name: string) => object]>([
    ['keys', 'name', (name) => ({ name })],
    ['brickfolios', 'name', (name) => ({ name })],
    ['alerts/rules', 'name', (name) => ({ ...WATCH, name })],
    ['alerts/endpoints', 'description', (description) => ({ url: 'https://shop.example/', description })],
    ['holdings', 'boughtFrom', (name) => holding({ boughtFrom: name })],
    ['holdings', 'storedAt', (name) => holding({ storedAt: name })],
    ['holdings/sell', 'platform', (platform) => ({ ...SALE, platform })],
  ])('holds no control and no direction characters: %s, %s', async (path, field, body) => {
    for (const name of HOSTILE)
      expect((await ann.post(path, body(name))).json()).toMatchObject({
        error: { code: 'BadRequest', field, message: expect.stringContaining('without control or direction') },
      });
    expect((await ann.post(path, body(field === 'platform' ? 'ebay' : PLAIN))).status).toBe(201);
  });

  it('is read from a file without them', async () => {
    const name = `name=${encodeURIComponent('mine\u202evsc.csv')}`;
    const found = await send(
      ann,
      'set_number,quantity,condition,status,brickfolio\n1-1,1,used,owned,At\u202etic\u001bX\n',
      name,
    );
    expect(found).toMatchObject({ fileName: 'minevsc.csv' });
    expect((await rowsOf(ann, found.id))[0]!.cells).toMatchObject({ brickfolio: 'Attic X' });
  });
});
