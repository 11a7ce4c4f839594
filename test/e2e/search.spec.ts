import * as fc from 'fast-check';
import { eventually } from '../support/eventually.ts';
import { raiseDataVersion } from '../support/data-versions.ts';
import { insertMinifig, insertSet } from '../support/catalog-builders.ts';
import { TestApi } from '../support/test-api.ts';

interface Page<Row> {
  results: Row[];
  pagination: { total: number; limit: number; offset: number; has_more: boolean };
}

const SETS = [
  ['75192-1', 'Millennium Café', 2017, 'Great'],
  ['75192-2', 'Café Reissue', 2024, null],
  ['1224.1-1', 'Weird Number', null, null],
  ['10213sup-1', 'Support "Quoted" 100% Pack_1', 2010, null],
  ['6-1', 'Ünïcode 🧱 Brick', 2025, null],
] as const;

describe('catalogue search', () => {
  let api: TestApi;
  let key: string;

  beforeAll(async () => {
    api = await TestApi.start();
    ({ key } = await api.account());
    for (const [set_number, title, year, subtheme] of SETS)
      await insertSet(api.db, { set_number, title, year, subtheme, pieces: 5 });
    for (let i = 0; i < 30; i++)
      await insertSet(api.db, { set_number: `${2000 + i}-1`, title: `Filler Number ${i}`, year: 2000 + (i % 7) });
    await insertMinifig(api.db, {
      minifig_number: 'fig-000001',
      name: 'Pilot',
      year_released: 2017,
      category: 'Space',
      image_url: 'https://img.example/1.jpg',
    });
    await insertMinifig(api.db, { minifig_number: 'fig-000002', name: 'Co-Pilot' });
  });

  afterAll(() => api.stop());

  const sets = (query: string): Promise<Page<{ set_number: string }>> => api.data(`/catalog/sets/search?${query}`, key);
  const numbers = async (q: string): Promise<string[]> =>
    (await sets(`q=${encodeURIComponent(q)}`)).results.map((row) => row.set_number);

  it('finds o with stroke by plain o and the other way round; the length limit counts typed characters', async () => {
    await insertSet(api.db, { set_number: '980-1', title: 'Kjøllhavn', year: 2021 });
    await insertSet(api.db, { set_number: '981-1', title: 'Kjollhavn', year: 2020 });
    await raiseDataVersion(api.db, 'catalog');
    for (const q of ['kjollhavn', 'KJØLLHAVN', 'jø', 'jo']) expect(await numbers(q)).toEqual(['980-1', '981-1']);
    expect((await api.call(`/catalog/sets/search?q=${encodeURIComponent('ß')}`, { key })).status).toBe(400);
    expect(await numbers('ß'.repeat(100))).toEqual([]);
  });

  it('shows all eight fields of a set, with nulls for what is unknown', async () => {
    await insertSet(api.db, {
      set_number: '990-1',
      title: 'Zebra Crossing',
      theme: 'Town',
      subtheme: 'Street',
      year: 2019,
      pieces: 12,
      image_url: 'https://img.example/990.jpg',
      exit_date: '2021-01-01',
    });
    await insertSet(api.db, { set_number: '991-1', title: 'Zebra Unknown' });
    await raiseDataVersion(api.db, 'catalog');
    expect(await sets('q=zebra')).toEqual({
      results: [
        {
          set_number: '990-1',
          title: 'Zebra Crossing',
          theme: 'Town',
          subtheme: 'Street',
          pieces: 12,
          year: 2019,
          retired: true,
          image_url: 'https://img.example/990.jpg',
        },
        {
          set_number: '991-1',
          title: 'Zebra Unknown',
          theme: 'Space',
          subtheme: null,
          pieces: 0,
          year: null,
          retired: false,
          image_url: null,
        },
      ],
      pagination: { total: 2, limit: 50, offset: 0, has_more: false },
    });
  });

  it('shows all five fields of a minifigure', async () => {
    expect(await api.data('/catalog/minifigs/search?q=pilot', key)).toEqual({
      results: [
        {
          minifig_number: 'fig-000001',
          name: 'Pilot',
          category: 'Space',
          year_released: 2017,
          image_url: 'https://img.example/1.jpg',
        },
        { minifig_number: 'fig-000002', name: 'Co-Pilot', category: null, year_released: null, image_url: null },
      ],
      pagination: { total: 2, limit: 50, offset: 0, has_more: false },
    });
  });

  it('finds every set by its own number first, and by any word of its title in any case', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...SETS), fc.boolean(), fc.nat(), async ([number, title], upper, pick) => {
        expect((await numbers(number))[0]).toBe(number);
        const words = title.split(' ').filter((word) => word !== '🧱');
        const word = words[pick % words.length]!;
        expect(await numbers(upper ? word.toUpperCase() : word.toLowerCase())).toContain(number);
      }),
      { numRuns: 30 },
    );
  });

  it('finds accents without typing them', async () => {
    expect(await numbers('cafe')).toEqual(['75192-2', '75192-1']);
    expect(await numbers('unicode')).toEqual(['6-1']);
  });

  it.each(['%%', '__', '\\\\', "''", '"; drop', 'x'.repeat(100), '🧱🧱', '\u2764\uFE0F'])(
    'takes %s as plain text',
    async (q) => {
      expect(await numbers(q)).toEqual([]);
    },
  );

  it('finds special characters where they stand', async () => {
    expect(await numbers('100%')).toEqual(['10213sup-1']);
    expect(await numbers('k_1')).toEqual(['10213sup-1']);
  });

  it('partitions the result into pages, in one order, with a true total', async () => {
    const whole = await sets('q=filler&limit=250');
    expect(whole.pagination).toEqual({ total: 30, limit: 250, offset: 0, has_more: false });
    const walked: { set_number: string }[] = [];
    for (let offset = 0, more = true; more; offset += 7) {
      const page = await sets(`q=filler&limit=7&offset=${offset}`);
      walked.push(...page.results);
      more = page.pagination.has_more;
    }
    expect(walked).toEqual(whole.results);
  });

  it('answers an offset past the end with an empty page', async () => {
    expect(await sets('q=filler&offset=1000')).toMatchObject({
      results: [],
      pagination: { total: 30, has_more: false },
    });
  });

  it('shows a set at once after its import was committed', async () => {
    expect(await numbers('brandnew')).toEqual([]);
    await insertSet(api.db, { set_number: '5000-1', title: 'Brandnew' });
    await raiseDataVersion(api.db, 'catalog');
    expect(await Promise.all([numbers('brandnew'), numbers('brandnew')])).toEqual([['5000-1'], ['5000-1']]);
  });

  it.each([
    '',
    'q=',
    'q=a',
    'q=%20a%20',
    `q=${'x'.repeat(101)}`,
    `q=${encodeURIComponent(`${'\u2764\uFE0F'.repeat(50)}x`)}`,
    'q=a%00b',
    'q=ab&q=cd',
    'q=ab&limit=0',
    'q=ab&limit=251',
    'q=ab&limit=1e2',
    'q=ab&limit=0x10',
    'q=ab&limit=%205',
    'q=ab&limit=',
    'q=ab&limit=1.5',
    'q=ab&limit=-1',
    'q=ab&offset=-1',
    'q=ab&offset=9223372036854775808',
    'q=ab&page=2',
  ])('answers 400 to ?%s', async (query) => {
    for (const kind of ['sets', 'minifigs']) {
      const answer = await api.call(`/catalog/${kind}/search?${query}`, { key });
      expect([answer.status, answer.json()]).toEqual([
        400,
        { error: { code: 'BadRequest', message: expect.any(String) } },
      ]);
    }
  });

  it.each(['', 'q=', 'q=a', 'q=%20a%20', `q=${'x'.repeat(101)}`])('says of ?%s what q must be', async (query) => {
    const { error } = (await api.call(`/catalog/sets/search?${query}`, { key })).json<{ error: { message: string } }>();
    expect(error.message).toBe('q must be a string of 2 to 100 characters');
  });
});

describe('a process that reports ready', () => {
  it('has loaded what a first search needs: it is answered though the tables cannot be read', async () => {
    const api = await TestApi.start();
    const { key } = await api.account();
    await insertSet(api.db, { set_number: '75192-1', title: 'Millennium' });
    await insertMinifig(api.db, { minifig_number: 'fig-000001', name: 'Millennium pilot' });
    await eventually('readiness', async () => (await api.callAbsolute('/readyz')).status === 200);
    const locking = await api.db.connect();
    await locking.query('BEGIN; LOCK TABLE catalog.lego_set, catalog.minifig IN ACCESS EXCLUSIVE MODE');
    for (const kind of ['sets', 'minifigs'])
      expect(await api.data(`/catalog/${kind}/search?q=millennium`, key)).toMatchObject({ pagination: { total: 1 } });
    await locking.query('ROLLBACK');
    locking.release();
    await api.stop();
  });
});
