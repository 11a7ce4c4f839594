import { insertSet } from '../support/catalog-builders.ts';
import { raiseDataVersion } from '../support/data-versions.ts';
import { eventually } from '../support/eventually.ts';
import { TestApi } from '../support/test-api.ts';
import { insertValue } from '../support/value-builders.ts';

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };

/** A part of a page as a reader sees it. */
const textOf = (html: string): string =>
  html.replaceAll(/<[^>]+>/g, '').replaceAll(/&([^;]+);/g, (_, entity: string) => ENTITIES[entity]!);

describe('the set on the front page', () => {
  let api: TestApi;
  let key: string;
  beforeAll(async () => {
    api = await TestApi.start();
    ({ key } = await api.account());
  });
  afterAll(() => api.stop());

  /** What the page shows; null when it shows no set. */
  const shown = async (): Promise<Record<string, unknown> | null> => {
    const { status, text } = await api.callAbsolute('/');
    expect(status).toBe(200);
    const [, sample] = /<pre id="sample"><code>(.*?)<\/code><\/pre>/s.exec(text) ?? [];
    return sample === undefined ? null : (JSON.parse(textOf(sample)) as Record<string, unknown>);
  };
  const untilShown = (isIt: (sample: Record<string, unknown>) => boolean) =>
    eventually('the page shows the set as it is now', async () => {
      const sample = await shown();
      return sample !== null && isIt(sample) && sample;
    });
  const aValuedSet = async (set_number: string, title: string, sealed: number | null): Promise<number> => {
    const id = await insertSet(api.db, { set_number, title });
    await insertValue(api.db, id, 'sealed', { value_cents: sealed, low_cents: sealed && 9_010, high_cents: sealed });
    await insertValue(api.db, id, 'used', { value_cents: 8_875 });
    return id;
  };

  it('is left out while no set has both values', async () => {
    await aValuedSet('1-1', 'Used only', null);
    expect(await shown()).toBeNull();
    expect((await api.callAbsolute('/')).text).not.toContain('shortened');
  });

  it('shows fields of the API’s own answer to its number, and names it', async () => {
    await aValuedSet('20-1', '<b>Brick & "Co"</b>', 14_230);
    const sample = await untilShown(() => true);
    expect(Object.keys(sample).length).toBeGreaterThan(4);
    expect(sample).toMatchObject({ set_number: '20-1', title: '<b>Brick & "Co"</b>', new_value_usd: 142.3 });
    const answer = await api.data<Record<string, unknown>>('/set/20-1', key);
    expect(sample).toEqual(Object.fromEntries(Object.keys(sample).map((field) => [field, answer[field]])));
    expect((await api.callAbsolute('/')).text).toContain('What /set/20-1 answers now, shortened');
  });

  it('shows the values of now after they have changed', async () => {
    await api.db.query('UPDATE market.item_value SET value_cents = value_cents + 1, high_cents = high_cents + 7');
    await raiseDataVersion(api.db, 'market');
    const sample = await untilShown(({ used_value_usd }) => used_value_usd === 88.76);
    expect(await api.data('/set/20-1', key)).toMatchObject(sample);
  });

  it('gives way to the set with the most sales behind it when it has no longer both values', async () => {
    await aValuedSet('25-1', 'Never sold', 20_000);
    const id = await aValuedSet('30-1', 'Sold most', 20_000);
    await api.db.query(`INSERT INTO market.month_value VALUES ($1, 'sealed', '2026-10-01', 1, 1, 1, 20, NULL)`, [id]);
    await api.db.query(
      `UPDATE market.item_value SET value_cents = NULL, low_cents = NULL, high_cents = NULL
       WHERE condition = 'used' AND item_id = (SELECT id FROM catalog.lego_set WHERE set_number = '20-1')`,
    );
    await raiseDataVersion(api.db, 'market');
    const sample = await untilShown(({ set_number }) => set_number !== '20-1');
    expect(sample['set_number']).toBe('30-1');
    expect(await api.data('/set/30-1', key)).toMatchObject(sample);
  });

  it('stays as it was while the database does not answer, and keeps no reader waiting', async () => {
    const blocker = await api.db.connect();
    try {
      await blocker.query('BEGIN; LOCK TABLE market.item_value, ops.data_kind IN ACCESS EXCLUSIVE MODE');
      for (let visit = 0; visit < 8; visit++) {
        // One that waited for the database would wait for the end of this test.
        expect(await shown()).toMatchObject({ set_number: '30-1' });
        await new Promise((resolve) => setTimeout(resolve, 800));
      }
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
  });
});
