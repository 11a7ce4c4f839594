import {
  CatalogImport,
  type DataKind,
  type DataPoint,
  DATA_KINDS,
  type DataVersions,
  ItemChanges,
} from '@brickmarket/persistence-ports';
import { describeChangesPorts } from '@brickmarket/persistence-ports/testing';
import { setStatusOn } from '@brickmarket/domain';
import { eventually } from '../../../../test/support/eventually.ts';
import { insertSet } from '../../../../test/support/catalog-builders.ts';
import { usePostgresStores } from '../../../../test/support/postgres-stores.ts';
import { WriteSession } from '../bulk/write-session.ts';
import { Stores } from '../stores.ts';

const postgres = usePostgresStores();

describeChangesPorts(postgres.open);

describe('the order of commits', () => {
  let changes: ItemChanges;
  const DAY = 20_700;
  beforeEach(async () => {
    ({ changes } = await postgres.open());
    for (const number of ['1-1', '2-1']) await insertSet(postgres.database().pool, { set_number: number });
  });

  const idOf = async (number: string): Promise<number> =>
    (
      await postgres
        .database()
        .pool.query<{ id: number }>('SELECT id FROM catalog.lego_set WHERE set_number = $1', [number])
    ).rows[0]!.id;

  /** A transaction that changes one set and commits on request. */
  function writer(kind: DataKind, subject: string, setNumber: string) {
    let commit!: () => void;
    let isBegun!: () => void;
    const told = new Promise<void>((resolve) => (commit = resolve));
    const begun = new Promise<void>((resolve) => (isBegun = resolve));
    const committed = idOf(setNumber).then((id) =>
      WriteSession.run(postgres.database(), subject, (session) =>
        session.merge(kind, async () => {
          // Takes a transaction id, as any write does.
          await session.query('SELECT pg_current_xact_id()');
          isBegun();
          await told;
          return { result: null, changed: { [kind === 'market' ? 'value' : kind]: [id] } };
        }),
      ),
    );
    return { begun, commit: () => (commit(), committed) };
  }

  async function point(): Promise<DataPoint> {
    const rows = (await postgres.database().pool.query<{ kind: DataKind; version: string }>('TABLE ops.data_kind'))
      .rows;
    const versions = Object.fromEntries(
      DATA_KINDS.map((kind) => [kind, Number(rows.find((row) => row.kind === kind)?.version ?? 0)]),
    ) as DataVersions;
    return { versions, day: DAY };
  }

  const since = async (from: DataPoint) =>
    (await changes.list(from, DAY, { afterKey: 0, limit: 10, retailStaleDays: 30 }))!;
  const numbersSince = async (from: DataPoint) => (await since(from)).changes.map(({ number }) => number);

  it.each([
    ['of the same kind', 'market', 'market'],
    ['of another kind', 'market', 'retail'],
  ] as const)('lists a slow change %s after a fast one that began later, to whoever has seen that', async (_, a, b) => {
    const slow = writer(a, 'slow', '1-1');
    await slow.begun;
    const fast = writer(b, 'fast', '2-1');
    await fast.begun;
    const before = await point();
    await fast.commit();
    const seen = await since(before);
    expect(seen.changes.map(({ number }) => number)).toEqual(['2-1']);
    await slow.commit();
    expect(await numbersSince({ versions: seen.versions, day: DAY })).toEqual(['1-1']);
    expect(await numbersSince(before)).toEqual(['1-1', '2-1']);
  });

  it('has a transaction wait for one of its kind that has its version and has not committed', async () => {
    const { pool } = postgres.database();
    const client = await pool.connect();
    const before = await point();
    await client.query('BEGIN');
    await client.query(
      `UPDATE ops.data_kind SET version = version + 1, known_version = version + 1 WHERE kind = 'market'`,
    );
    const second = writer('market', 'second', '2-1');
    await second.begun;
    const committing = second.commit();
    const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    await eventually('the second waits', async () => (await pool.query(waits)).rowCount === 1);
    expect(await numbersSince(before)).toEqual([]);
    await client.query('COMMIT');
    client.release();
    await committing;
    expect((await since(before)).versions.market).toBe(before.versions.market + 2);
  });

  it('lists the number of a removed set once, also when a valuation has read the set before', async () => {
    const before = await point();
    const valuation = writer('market', 'valuation', '1-1');
    await valuation.begun;
    const rename = { oldNumber: '1-1', newNumber: null };
    await new Stores(postgres.database())
      .get(CatalogImport)
      .renameSets([rename], async ({ sets }) => [{ kind: 'remove', setId: sets.get('1-1')!.setId, rename }]);
    await valuation.commit();
    expect((await since(before)).changes.map(({ number, outcome }) => [number, outcome])).toEqual([['1-1', 'gone']]);
  });

  it('does not know what changed when somebody raises a version without saying', async () => {
    const { pool } = postgres.database();
    await writer('retail', 'recorded', '1-1').commit();
    const before = await point();
    await pool.query(`UPDATE ops.data_kind SET version = version + 1 WHERE kind = 'retail'`);
    const list = (from: DataPoint) => changes.list(from, DAY, { afterKey: 0, limit: 10, retailStaleDays: 30 });
    expect(await list(before)).toBeNull();
    const after = await point();
    await writer('retail', 'recorded', '2-1').commit();
    expect(await list(before)).toBeNull();
    expect((await list(after))!.changes.map(({ number }) => number)).toEqual(['2-1']);
  });
});

it('lists every set whose status differs between two days, for any dates', async () => {
  const { changes } = await postgres.open();
  const { pool } = postgres.database();
  let seed = 7;
  const random = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most;
  const iso = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
  const sets = Array.from({ length: 300 }, (_, at) => ({
    setNumber: `${at}-1`,
    year: random(4) === 0 ? null : 2020 + random(9),
    releaseDay: random(2) === 0 ? null : 20_400 + random(700),
    exitDay: random(2) === 0 ? null : 20_400 + random(1_000),
  }));
  await pool.query(
    `INSERT INTO catalog.lego_set (set_number, title, theme, pieces, year, release_date, exit_date)
     SELECT n, n, 'T', 1, y, r, e FROM unnest($1::text[], $2::smallint[], $3::date[], $4::date[]) AS s (n, y, r, e)`,
    [
      sets.map(({ setNumber }) => setNumber),
      sets.map(({ year }) => year),
      sets.map(({ releaseDay }) => releaseDay && iso(releaseDay)),
      sets.map(({ exitDay }) => exitDay && iso(exitDay)),
    ],
  );
  const versions = { catalog: 1e9, market: 1e9, retail: 1e9 };
  for (let round = 0; round < 40; round++) {
    const from = 20_400 + random(600);
    const until = from + 1 + random(90);
    const page = await changes.list({ versions, day: from }, until, { afterKey: 0, limit: 1_000, retailStaleDays: 30 });
    const listed = new Set(page!.changes.map(({ number }) => number));
    const changed = sets.filter((set) => setStatusOn(set, from) !== setStatusOn(set, until));
    expect(changed.map(({ setNumber }) => setNumber).filter((number) => !listed.has(number))).toEqual([]);
  }
});
