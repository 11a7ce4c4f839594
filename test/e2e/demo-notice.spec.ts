import { DEMO_NOTICE } from '@brickmarket/domain';
import { eventually } from '../support/eventually.ts';
import { LOADED_DEMO } from '../support/market/loaded-demo.ts';
import { TestApi } from '../support/test-api.ts';

const PAGES = ['/', '/docs', '/methodology', '/status'];

describe('pages of the API', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());

  const noticed = async (): Promise<readonly string[]> => {
    const headers = { accept: 'text/html' };
    const texts = await Promise.all(PAGES.map(async (path) => (await api.callAbsolute(path, { headers })).text));
    return PAGES.filter((_, index) => texts[index]!.includes(DEMO_NOTICE));
  };

  it('say that prices are synthetic while a demo is loaded, and never otherwise', async () => {
    expect(await noticed()).toEqual([]);
    await api.db.query(LOADED_DEMO);
    await eventually('all pages say so', async () => (await noticed()).length === PAGES.length);
    await api.db.query('DELETE FROM ops.demo_market');
    await eventually('none says so', async () => (await noticed()).length === 0);
  });
});
