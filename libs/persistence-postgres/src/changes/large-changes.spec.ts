import { CatalogImport, ChangeRetention, type DataPoint, type ItemChanges } from '@brickmarket/persistence-ports';
import { usePostgresStores } from '../../../../test/support/postgres-stores.ts';
import { WriteSession } from '../bulk/write-session.ts';
import { Stores } from '../stores.ts';

const DAY = 20_700;
const SETS = 5_000;
const postgres = usePostgresStores();

let changes: ItemChanges;
let ids: readonly number[];
beforeEach(async () => {
  ({ changes } = await postgres.open());
  const { rows } = await postgres.database().pool.query<{ id: number }>(
    `INSERT INTO catalog.lego_set (set_number, title, theme, pieces)
     SELECT n || '-1', 'Set ' || n, 'T', 1 FROM generate_series(1, ${SETS}) n RETURNING id`,
  );
  ids = rows.map(({ id }) => id);
});

/** Changes the values of some sets in one transaction. */
const revalue = (itemIds: readonly number[]) =>
  WriteSession.run(postgres.database(), 'values', (session) =>
    session.merge('market', async () => ({ result: null, changed: { value: itemIds } })),
  );
const point = async (): Promise<DataPoint> => ({ versions: await changes.versions(), day: DAY });

async function listedSince(from: DataPoint, limit = 10_000): Promise<number[]> {
  const keys: number[] = [];
  for (;;) {
    const page = (await changes.list(from, DAY, { afterKey: keys.at(-1) ?? 0, limit, retailStaleDays: 30 }))!;
    keys.push(...page.changes.map(({ key }) => key));
    if (!page.hasMore) return keys;
  }
}

it('lists each of thousands of items that change at once, once, page by page', async () => {
  const before = await point();
  await revalue([...ids, ids[0]!]);
  expect(await listedSince(before, 700)).toEqual(ids);
  const after = await point();
  expect(await listedSince(after)).toEqual([]);
  await revalue([ids[3]!]);
  expect(await listedSince(after)).toEqual([ids[3]]);
  expect(await listedSince(before)).toEqual(ids);
});

it('loses no item of a large change by the next one', async () => {
  const before = await point();
  await revalue(ids.slice(0, 3_000));
  const between = await point();
  await revalue(ids.slice(2_000));
  expect(await listedSince(before)).toEqual(ids);
  expect(await listedSince(between)).toEqual(ids.slice(2_000));
  // What changed apart from the others since the first one keeps its newer change.
  await revalue([ids[1]!]);
  const last = await point();
  await revalue(ids.slice(2_000));
  expect(await listedSince(last)).toEqual(ids.slice(2_000));
  expect(await listedSince(between)).toEqual([ids[1], ...ids.slice(2_000)]);
});

it('lists a set that is removed after a large change by its number only', async () => {
  const before = await point();
  await revalue(ids);
  const rename = { oldNumber: '7-1', newNumber: null };
  await new Stores(postgres.database())
    .get(CatalogImport)
    .renameSets([rename], async ({ sets }) => [{ kind: 'remove', setId: sets.get('7-1')!.setId, rename }]);
  const page = (await changes.list(before, DAY, { afterKey: 0, limit: 10_000, retailStaleDays: 30 }))!;
  expect(page.changes).toHaveLength(SETS);
  expect(page.changes.filter(({ number }) => number === '7-1').map(({ outcome }) => outcome)).toEqual(['gone']);
});

it('tells processes of the last release that not all changes are in rows, until they are again', async () => {
  const recorded = async () =>
    (
      await postgres.database().pool.query<{ isRecorded: boolean; since: string }>(
        `SELECT recorded_version IS NOT DISTINCT FROM version AS "isRecorded", recorded_since AS since
         FROM ops.data_kind WHERE kind = 'market'`,
      )
    ).rows[0]!;
  await revalue([ids[0]!]);
  expect(await recorded()).toMatchObject({ isRecorded: true });
  await revalue(ids);
  const { market } = (await point()).versions;
  expect(await recorded()).toMatchObject({ isRecorded: false });
  await revalue([ids[0]!]);
  expect(await recorded()).toEqual({ isRecorded: true, since: String(market) });
});

it('forgets it when it is old', async () => {
  const before = await point();
  await revalue(ids);
  const retention = new Stores(postgres.database()).get(ChangeRetention);
  expect(await retention.deleteBefore(new Date(Date.now() - 3_600_000))).toBe(0);
  expect(await retention.deleteBefore(new Date(Date.now() + 3_600_000))).toBe(SETS);
  expect(await listedSince(before)).toEqual([]);
});
