import { raiseDataVersion } from '../support/data-versions.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { TestApi } from '../support/test-api.ts';

describe('GET /catalog/themes', () => {
  let api: TestApi;
  let key: string;

  beforeAll(async () => {
    api = await TestApi.start();
    ({ key } = await api.account());
  });

  afterAll(() => api.stop());

  it('is empty for an empty catalogue', async () => {
    expect(await api.data('/catalog/themes', key)).toEqual({ themes: [] });
  });

  it('counts the sets of each theme, by name, as soon as they are committed', async () => {
    await insertSet(api.db, { set_number: '1-1', theme: 'Town' });
    await insertSet(api.db, { set_number: '2-1', theme: 'Castle' });
    await insertSet(api.db, { set_number: '3-1', theme: 'Town' });
    await raiseDataVersion(api.db, 'catalog');
    expect(await api.data('/catalog/themes', key)).toEqual({
      themes: [
        { theme: 'Castle', set_count: 1 },
        { theme: 'Town', set_count: 2 },
      ],
    });
  });
});
