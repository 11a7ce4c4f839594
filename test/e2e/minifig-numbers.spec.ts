import { insertMinifig, insertSet, putMinifigInSet } from '../support/catalog-builders.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { runHere } from '../support/run-here.ts';
import { TestApi } from '../support/test-api.ts';
import { insertValue } from '../support/value-builders.ts';

/** One figure with a marketplace number, one without; each test gives the first another number. */
describe('minifigures by either number', () => {
  const folder = new ImportFolder();
  let api: TestApi;
  let key: string;
  let edition = 0;

  beforeAll(async () => {
    api = await TestApi.start();
    ({ key } = await api.account());
    const pilot = await insertMinifig(api.db, { minifig_number: 'fig-000005', name: 'Pilot', year_released: 2017 });
    const robot = await insertMinifig(api.db, { minifig_number: 'fig-000004', name: 'Robot', year_released: 2017 });
    await insertValue(api.db, pilot, 'used', { value_cents: 1250, low_cents: 999, high_cents: 1501 });
    const ship = await insertSet(api.db, { set_number: '10-1' });
    for (const figure of [pilot, robot]) await putMinifigInSet(api.db, ship, figure);
  });
  afterAll(() => api.stop());

  const rename = async (number: string): Promise<void> => {
    const file = folder.write(`pairs-${++edition}.csv`, `fig_num,marketplace_number\nfig-000005,${number}\n`);
    const run = await runHere(['import', 'minifig-numbers', file], { DATABASE_URL: api.databaseUrl });
    expect(run).toMatchObject({ code: 0 });
  };
  const search = async (q: string): Promise<string[]> =>
    (await api.data<{ results: { minifig_number: string }[] }>(`/catalog/minifigs/search?q=${q}`, key)).results.map(
      (row) => row.minifig_number,
    );

  it.each(['/minifig/sw1219', '/minifig/SW1219', '/minifig/fig-000005', '/minifig/FIG-000005'])(
    "answers GET %s with the marketplace's number",
    async (path) => {
      await rename('sw1219');
      expect(await api.data(path, key)).toMatchObject({
        minifig_number: 'sw1219',
        name: 'Pilot',
        current_value_usd: 12.5,
        sets: ['10-1'],
      });
    },
  );

  it('answers a batch by either number, and echoes what it does not find', async () => {
    await rename('sw1219');
    const { minifigs, summary } = await api.data<{ minifigs: object[]; summary: object }>('/catalog/batch', key, {
      method: 'POST',
      body: JSON.stringify({ minifigs: ['fig-000005', 'SW1219', 'sw1', 'fig-000004'] }),
      headers: { 'content-type': 'application/json' },
    });
    expect(minifigs).toMatchObject([
      { minifig_number: 'sw1219', found: true },
      { minifig_number: 'sw1219', found: true },
      { minifig_number: 'sw1', found: false },
      { minifig_number: 'fig-000004', found: true },
    ]);
    expect(summary).toEqual({ requested: 4, found: 3 });
  });

  it('finds both numbers in a search, the exact one first, and orders equal hits by the number shown', async () => {
    await rename('aaa1219');
    expect(await search('aaa1219')).toEqual(['aaa1219']);
    expect(await search('fig-000005')).toEqual(['aaa1219']);
    expect(await search('AAA12')).toEqual(['aaa1219']);
    expect(await search('fig-0000')).toEqual(['aaa1219', 'fig-000004']);
    await rename('zzz1219');
    expect(await search('fig-0000')).toEqual(['fig-000004', 'zzz1219']);
  });

  it('shows in a set the numbers that a look-up shows, ascending', async () => {
    await rename('aaa1219');
    const { minifigs } = await api.data<{ minifigs: string[] }>('/set/10-1', key);
    expect(minifigs).toEqual(['aaa1219', 'fig-000004']);
    await rename('zzz1219');
    expect((await api.data<{ minifigs: string[] }>('/set/10-1', key)).minifigs).toEqual(['fig-000004', 'zzz1219']);
  });

  it('forgets answers made before a figure got another number: new content, new ETag, old number gone', async () => {
    await rename('old1');
    const paths = ['/minifig/fig-000005', '/set/10-1', '/catalog/minifigs/search?q=pilot'];
    const before = await Promise.all(paths.map((path) => api.call(path, { key })));
    await api.call('/minifig/old1', { key });
    await rename('new1');
    for (const [at, path] of paths.entries()) {
      const etag = String(before[at]!.headers['etag']);
      expect(before[at]!.text).toContain('old1');
      const after = await api.call(path, { key, headers: { 'if-none-match': etag } });
      expect([after.status, after.text.includes('new1'), after.text.includes('old1')]).toEqual([200, true, false]);
      expect(after.headers['etag']).not.toBe(etag);
    }
    expect((await api.call('/minifig/old1', { key })).status).toBe(404);
    expect((await api.call('/minifig/new1', { key })).status).toBe(200);
  });
});
