import { CatalogImport } from '@brickmarket/persistence-ports';
import { aMinifig, aSet, someDetails } from '@brickmarket/persistence-ports/testing';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { formatIsoDay, parseIsoDay } from '@brickmarket/domain';
import { documentedFetch as fetch } from '../support/documented-client.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { TestApi } from '../support/test-api.ts';

interface Changes {
  readonly changes: readonly {
    type: string;
    number: string;
    what: string[];
    renamed_to: string | null;
    gone: boolean;
  }[];
  readonly cursor: string;
  readonly has_more: boolean;
}

interface Migrations {
  readonly migrations: readonly object[];
  readonly cursor: string;
}

interface Problem {
  readonly error: { readonly code: string; readonly message: string };
}

describe('GET /catalog/changes', () => {
  let api: TestApi;
  let database: Database;
  let catalog: CatalogImport;
  let key: string;

  beforeAll(async () => {
    api = await TestApi.start();
    await moveClock(api.db, NOON);
    ({ key } = await api.account());
    database = await Database.connect({ url: api.databaseUrl, applicationName: 'spec' });
    catalog = new Stores(database).get(CatalogImport);
    await importSets('1-1', '2-1', '3-1');
  });

  afterAll(async () => {
    await database.close();
    await api.stop();
  });

  async function* sets(...numbers: readonly string[]) {
    yield { kind: 'sets' as const, records: numbers.map((number) => aSet(number, { year: 2026 })) };
  }
  const importSets = (...numbers: readonly string[]) => catalog.mergeCatalog(sets(...numbers));
  async function* details(setNumber: string, msrpCents: number, exitDay: number | null = null) {
    yield [someDetails(setNumber, { msrpCents, exitDay })];
  }
  const after = (cursor: string, query = ''): Promise<Changes> =>
    api.data(`/catalog/changes?after=${cursor}${query}`, key);
  const start = async (): Promise<string> => (await api.data<Changes>('/catalog/changes', key)).cursor;
  const refusal = async (cursor: string, route = 'changes'): Promise<string> => {
    const answer = await api.call(`/catalog/${route}?after=${cursor}`, { key });
    expect([answer.status, answer.json<Problem>().error.code]).toEqual([400, 'BadRequest']);
    return answer.json<Problem>().error.message;
  };
  /** A cursor with another content. */
  const forged = (cursor: string, change: (text: string) => string): string =>
    Buffer.from(change(Buffer.from(cursor, 'base64url').toString())).toString('base64url');

  it('lists nothing without a cursor, and from there on what changes', async () => {
    const begun = await api.data<Changes>('/catalog/changes', key);
    expect(begun).toEqual({ changes: [], cursor: expect.any(String), has_more: false });
    expect(await after(begun.cursor)).toEqual(begun);
    await catalog.mergeSetDetails(details('2-1', 999));
    const { changes, cursor } = await after(begun.cursor);
    expect(changes).toEqual([{ type: 'set', number: '2-1', what: ['catalog'], renamed_to: null, gone: false }]);
    expect(await after(cursor)).toEqual({ changes: [], cursor, has_more: false });
  });

  it('is answered 304 while nothing is new', async () => {
    const cursor = await start();
    const first = await api.call(`/catalog/changes?after=${cursor}`, { key });
    const headers = { 'if-none-match': String(first.headers.etag) };
    expect((await api.call(`/catalog/changes?after=${cursor}`, { key, headers })).status).toBe(304);
  });

  it('reads nothing besides the admission while nothing is new', async () => {
    const cursor = await start();
    const lock = await api.db.connect();
    try {
      await lock.query('BEGIN; LOCK TABLE catalog.item_change, catalog.lego_set, ops.change_origin');
      expect(await after(cursor)).toEqual({ changes: [], cursor, has_more: false });
    } finally {
      lock.release(true);
    }
  });

  it('pages, and ends where the first page began to read', async () => {
    const cursor = await start();
    await importSets('4-1', '5-1', '6-1');
    const first = await after(cursor, '&limit=2');
    expect([first.changes.map(({ number }) => number), first.has_more]).toEqual([['4-1', '5-1'], true]);
    await catalog.mergeSetDetails(details('4-1', 5));
    const second = await after(first.cursor, '&limit=2');
    expect([second.changes.map(({ number }) => number), second.has_more]).toEqual([['6-1'], false]);
    expect((await after(second.cursor)).changes.map(({ number }) => number)).toEqual(['4-1']);
  });

  it('lists what time alone changes', async () => {
    const today = parseIsoDay(NOON.slice(0, 10))!;
    await catalog.mergeSetDetails(details('3-1', 5, today));
    const cursor = await start();
    const status = async () => (await api.data<{ status_id: number }>('/set/3-1', key)).status_id;
    expect(await status()).toBe(3);
    await moveClock(api.db, `${formatIsoDay(today + 1)}T00:00:00Z`);
    try {
      expect(await status()).toBe(4);
      expect((await after(cursor)).changes.map(({ number }) => number)).toEqual(['3-1']);
    } finally {
      await moveClock(api.db, NOON);
    }
  });

  it('lists a minifigure under each number whose look-up has another answer', async () => {
    const figures = ['fig-1', 'fig-2'].map((number) => aMinifig(number));
    await catalog.mergeCatalog(
      (async function* () {
        yield { kind: 'minifigs' as const, records: figures };
      })(),
    );
    const numbered = async (...pairs: readonly (readonly [string, string])[]): Promise<string[]> => {
      const cursor = await start();
      await catalog.mergeMinifigNumbers(
        (async function* () {
          yield pairs.map(([minifigNumber, marketplaceNumber]) => ({ minifigNumber, marketplaceNumber }));
        })(),
      );
      return (await after(cursor)).changes.map(({ number, renamed_to }) => [number, renamed_to ?? ''].join('>'));
    };
    expect(await numbered(['fig-1', 'sw1'])).toEqual(['sw1>', 'fig-1>sw1']);
    // A copy has the record under the number as it is spelt.
    expect(await numbered(['fig-1', 'SW1'])).toEqual(['SW1>', 'sw1>SW1']);
    // Shown by the number of the other one, which the other one is found by.
    await numbered(['fig-1', 'fig-2']);
    expect(await numbered(['fig-2', 'sw2'])).toEqual(['fig-2>', 'sw2>']);
    // Both are shown by one number, and get others at once.
    await numbered(['fig-1', 'sw2']);
    await numbered(['fig-1', 'fig-2']);
    expect(await numbered(['fig-2', 'sw4'], ['fig-1', 'sw5'])).toEqual(['sw5>', 'sw4>', 'fig-2>sw4']);
  });

  it('refuses a cursor of a service that names retailers in another way', async () => {
    const other = await InProcessApi.start(api.databaseUrl, { RETAILER_A_NAME: 'Another Shop' });
    try {
      const response = await fetch(`${other.url}/api/v1/catalog/changes?after=${await start()}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      expect([response.status, ((await response.json()) as Problem).error.message]).toEqual([
        400,
        expect.stringMatching(/settings that showed records in another way: start again/),
      ]);
    } finally {
      await other.stop();
    }
  });

  it.each(['changes', 'migrations'])(
    'refuses at /catalog/%s a cursor that is malformed, foreign, ahead of the data or too old, and says what to do',
    async (route) => {
      const cursor = await start();
      for (const bad of ['x', `${cursor}x`, '%C3%A9', 'AAAA', forged(cursor, (text) => `${text}.1`)])
        expect(await refusal(bad, route)).toMatch(/is not a valid cursor: .*start again/);
      const foreign = forged(cursor, (text) => text.replace(/^1:\w{10}/, '1:0000000000'));
      expect(await refusal(foreign, route)).toMatch(/another database/);
      const ahead = forged(cursor, (text) => text.replace(/:(\d+)\./, ':9$1.'));
      expect(await refusal(ahead, route)).toMatch(/restored.*start again/);
      const daysAgo = (days: number): string =>
        forged(cursor, (text) => text.replace(/\d+$/, (day) => String(Number(day) - days)));
      expect(await refusal(daysAgo(91), route)).toMatch(/older than 90 days: start again/);
      expect(await api.data(`/catalog/${route}?after=${daysAgo(90)}`, key)).toMatchObject({ has_more: false });
    },
  );

  it('refuses a cursor of another list', async () => {
    const cursor = await start();
    await importSets('7-1', '8-1');
    const { cursor: middle } = await after(cursor, '&limit=1');
    expect(await refusal(middle, 'migrations')).toMatch(/cursor of \/catalog\/changes/);
    const { cursor: migrated } = await api.data<Changes>('/catalog/migrations', key);
    expect(await refusal(migrated)).toMatch(/cursor of \/catalog\/migrations: send it there/);
    expect(await api.data(`/catalog/migrations?after=${migrated}`, key)).toMatchObject({ migrations: [] });
  });

  it('refuses a cursor when data has changed without a record of what', async () => {
    const cursor = await start();
    const migrations = await api.data<Migrations>('/catalog/migrations', key);
    await api.db.query(`UPDATE ops.data_kind SET version = version + 1 WHERE kind = 'catalog'`);
    const { cursor: migrated } = migrations;
    expect(await refusal(cursor)).toMatch(/not recorded: start again/);
    for (const one of [cursor, migrated]) expect(await refusal(one, 'migrations')).toMatch(/not recorded: start again/);
    expect(await after(await start())).toMatchObject({ changes: [] });
    const { cursor: renewed, migrations: listed } = await api.data<Migrations>('/catalog/migrations', key);
    expect(listed).toEqual(migrations.migrations);
    expect(await api.data(`/catalog/migrations?after=${renewed}`, key)).toMatchObject({ migrations: [] });
  });
});
