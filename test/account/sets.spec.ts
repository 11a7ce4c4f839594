import { TestAccountArea, type TestBrowser } from '../support/account-process.ts';
import { insertSet } from '../support/catalog-builders.ts';

interface Suggestions {
  readonly sets: readonly { set_number: string; title: string; status: string }[];
  readonly total: number;
}

describe('the sets of the account area', () => {
  let area: TestAccountArea;
  let ann: TestBrowser;
  beforeAll(async () => {
    area = await TestAccountArea.start();
    ann = await area.signedUp('ann@example.com');
    await insertSet(area.db, { set_number: '10497-1', title: 'Galaxy Explorer', year: 2022, exit_date: '2024-12-31' });
    await insertSet(area.db, { set_number: '497-1', title: 'Galaxy Explorer', year: 1979 });
    await insertSet(area.db, { set_number: '75192-1', title: 'Millennium Café', year: 2017 });
  });
  afterAll(() => area.stop());

  const search = async (q: string): Promise<Suggestions> =>
    (await ann.get(`sets/search?q=${encodeURIComponent(q)}`)).json<Suggestions>();

  describe('search', () => {
    it('finds sets by a part of the number or the name, as the API ranks them', async () => {
      const numbers = async (q: string) => (await search(q)).sets.map(({ set_number }) => set_number);
      expect(await numbers('497')).toEqual(['497-1', '10497-1']);
      expect(await numbers('explorer gal')).toEqual(['10497-1', '497-1']);
      expect(await numbers('CAFE')).toEqual(['75192-1']);
      expect(await search('nothing like it')).toEqual({ sets: [], total: 0 });
      expect((await search('10497')).sets[0]).toMatchObject({ title: 'Galaxy Explorer', status: 'retired' });
    });

    it('finds a set as soon as the catalogue has it', async () => {
      expect((await search('Eldorado')).total).toBe(0);
      await insertSet(area.db, { set_number: '6276-1', title: 'Eldorado Fortress' });
      await area.db.query(
        `INSERT INTO ops.data_kind AS k (kind, version, changed_at) VALUES ('catalog', 1, clock_timestamp())
         ON CONFLICT (kind) DO UPDATE SET version = k.version + 1, changed_at = clock_timestamp()`,
      );
      expect((await search('Eldorado')).total).toBe(1);
    });

    it('is for people who are signed in, and refuses an empty, too long or repeated question', async () => {
      expect((await area.browser().get('sets/search?q=galaxy')).code).toBe('NotSignedIn');
      for (const query of ['', 'q=', `q=${'x'.repeat(101)}`, 'q=a&q=b', 'q=ab&limit=5'])
        expect([query, (await ann.get(`sets/search?${query}`)).code]).toEqual([query, 'BadRequest']);
    });
  });
});
