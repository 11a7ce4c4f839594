import { gzipSync } from 'node:zlib';
import { TestAccountArea, type TestBrowser } from '../support/test-account-area.ts';
import { type Import, rowsOf, send } from './sent-import.ts';

const ROWS = 50_000;
const SETS = 500;

describe('a large import by the account area', () => {
  let area: TestAccountArea;
  let ann: TestBrowser;
  beforeAll(async () => {
    area = await TestAccountArea.start();
    ann = await area.signedUp('ann@example.com');
    await area.db.query(
      `INSERT INTO catalog.lego_set (set_number, title, theme, pieces)
       SELECT 90000 + n || '-1', 'Set', 'Space', 1 FROM generate_series(0, ${SETS - 1}) n`,
    );
    // As in life, where the catalog is there long before: keys are looked up by index.
    await area.db.query('ANALYZE catalog.lego_set');
  });
  afterAll(() => area.stop());

  const lines = (rows: number): Buffer => {
    const text = ['set_number,quantity,condition,purchase_price_usd'];
    for (let row = 0; row < rows; row++) text.push(`${90_000 + (row % SETS)},1,sealed,${row % 97}.25`);
    return gzipSync(text.join('\n'));
  };
  const holdings = async (): Promise<number> =>
    (await area.db.query<{ count: number }>('SELECT count(*)::integer AS count FROM portfolio.holding')).rows[0]!.count;

  it('takes 50,000 rows, pages them, knows all of them again, and undoes all of them', async () => {
    const found = await send(ann, lines(ROWS), 'name=many.csv');
    expect([found.fault, found.rows]).toMatchObject([null, { new: ROWS, rejected: 0 }]);
    const lastOf = await rowsOf(ann, found.id, `limit=10&offset=${ROWS - 3}`);
    expect(lastOf.map(({ line }) => line)).toEqual([ROWS - 1, ROWS, ROWS + 1]);
    expect((await ann.post(`imports/${found.id}/commit`)).json<Import>().state).toBe('committed');
    expect(await holdings()).toBe(ROWS);
    expect((await send(ann, lines(ROWS), 'name=again.csv')).rows).toMatchObject({ same: ROWS, new: 0, changed: 0 });
    expect((await ann.post(`imports/${found.id}/undo`)).json<Import>()).toMatchObject({
      state: 'undone',
      rows: { kept: 0 },
    });
    expect(await holdings()).toBe(0);
  });

  it('refuses a file of more than 100,000 rows in words, and keeps none of them', async () => {
    const tooMany = await send(ann, lines(100_001));
    expect(tooMany).toMatchObject({ state: 'failed', fault: expect.stringContaining('more than 100,000 rows') });
    expect(await rowsOf(ann, tooMany.id)).toEqual([]);
  });
});
