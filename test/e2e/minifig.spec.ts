import { insertMinifig, insertSet, putMinifigInSet } from '../support/catalog-builders.ts';
import { TestApi } from '../support/test-api.ts';
import { insertValue } from '../support/value-builders.ts';

describe('GET /minifig/{number}', () => {
  let api: TestApi;
  let key: string;

  beforeAll(async () => {
    api = await TestApi.start();
    ({ key } = await api.account());
    const pilot = await insertMinifig(api.db, {
      minifig_number: 'fig-000001',
      name: 'Pilot, Orange Suit',
      category: 'Space',
      color: 'Orange',
      year_released: 2017,
      image_url: 'https://img.example/fig-000001.jpg',
    });
    await insertValue(api.db, pilot, 'used', { value_cents: 1250, low_cents: 999, high_cents: 1501 });
    await putMinifigInSet(api.db, await insertSet(api.db, { set_number: '20-1' }), pilot, 3);
    await putMinifigInSet(api.db, await insertSet(api.db, { set_number: '10-1' }), pilot);
    await insertMinifig(api.db, { minifig_number: 'fig-000002', name: 'Nobody' });
  });

  afterAll(() => api.stop());

  it('shows every field', async () => {
    expect(await api.data('/minifig/fig-000001', key)).toEqual({
      minifig_number: 'fig-000001',
      name: 'Pilot, Orange Suit',
      category: 'Space',
      color: 'Orange',
      year_released: 2017,
      image_url: 'https://img.example/fig-000001.jpg',
      current_value_usd: 12.5,
      value_range: { low: 9.99, high: 15.01 },
      set_count: 2,
      sets: ['10-1', '20-1'],
    });
  });

  it('says null of what is unknown, and leaves out an unknown colour', async () => {
    expect(await api.data('/minifig/fig-000002', key)).toEqual({
      minifig_number: 'fig-000002',
      name: 'Nobody',
      category: null,
      year_released: null,
      image_url: null,
      current_value_usd: null,
      value_range: null,
      set_count: 0,
      sets: [],
    });
  });

  it('lists every set that lists it', async () => {
    const { sets } = await api.data<{ sets: string[] }>('/minifig/fig-000001', key);
    for (const set of sets)
      expect(await api.data<{ minifigs: string[] }>(`/set/${set}`, key)).toMatchObject({ minifigs: ['fig-000001'] });
  });

  it('answers 404 for a number no minifigure has', async () => {
    const answer = await api.call('/minifig/fig-9', { key });
    expect([answer.status, answer.json()]).toEqual([404, { error: { code: 'NotFound', message: expect.any(String) } }]);
  });

  it('answers 400 for a number longer than any', async () => {
    expect((await api.call(`/minifig/${'9'.repeat(101)}`, { key })).status).toBe(400);
  });
});
