import { isDeepStrictEqual } from 'node:util';
import { CatalogImport } from '@brickmarket/persistence-ports';
import { aSet } from '@brickmarket/persistence-ports/testing';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { Pool } from 'pg';
import { insertAccount, type TestAccount } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { insertMinifig, insertSet, putMinifigInSet } from '../support/catalog-builders.ts';
import { raiseDataVersion } from '../support/data-versions.ts';
import { eventually } from '../support/eventually.ts';
import { HttpClient } from '../support/http-client.ts';
import { startClock } from '../support/move-clock.ts';
import { defaultBrickfolio, insertHolding, insertSale, insertValueStep } from '../support/portfolio-builders.ts';
import { RestartablePostgres } from '../support/restartable-postgres.ts';
import { listAtRetailers } from '../support/retail-builders.ts';
import { TIMEOUTS_BESIDE_CRASHES } from '../support/service-environment.ts';
import { insertValue } from '../support/value-builders.ts';

const ROUTES = [
  '/set/100-1',
  '/minifig/fig-000001',
  '/catalog/sets/search?q=castle',
  '/catalog/themes',
  '/catalog/changes',
  '/catalog/migrations',
  '/set/100-1/history',
  '/set/100-1/retail-prices',
  '/retail-prices?set=100-1',
  '/brickfolio',
  '/brickfolio/entries',
  '/brickfolio/analytics',
  '/brickfolio/retail-watch',
  '/salesledger',
];
const A_DAY = '2026-01-01';

describe('with a read replica', () => {
  let servers: readonly RestartablePostgres[];
  let db: Pool;
  let replica: Pool;
  /** On the primary alone: what it answers is never stale. */
  let plain: ApiProcess;
  let api: ApiProcess;
  let account: TestAccount;
  let setId: number;
  const client = new HttpClient(4);

  beforeAll(async () => {
    servers = await RestartablePostgres.startReplicated();
    const [primary, standby] = servers.map(({ url }) => url) as [string, string];
    plain = await ApiProcess.start(primary, TIMEOUTS_BESIDE_CRASHES);
    await eventually('the schema is complete', async () => (await fetch(`${plain.url}/readyz`)).ok);
    api = await ApiProcess.start(primary, {
      ...TIMEOUTS_BESIDE_CRASHES,
      DATABASE_REPLICA_URLS: standby,
      METRICS_PORT: '0',
    });
    db = new Pool({ connectionString: primary, max: 2 });
    replica = new Pool({ connectionString: standby, max: 2 });
    for (const pool of [db, replica]) pool.on('error', () => undefined);
    // Answers of one day are compared: a run may cross UTC midnight.
    await startClock(db, `${new Date().toISOString().slice(0, 10)}T12:00:00Z`);
    account = await insertAccount(db);
    setId = await insertSet(db, { set_number: '100-1', title: 'Castle' });
    await putMinifigInSet(db, setId, await insertMinifig(db, { minifig_number: 'fig-000001' }));
    await insertValue(db, setId, 'sealed', { value_cents: 12_345 });
    await insertValueStep(db, '100-1', 'sealed', A_DAY, 12_345);
    await listAtRetailers(db, setId, { asin: 'B000000001', retailer_a: { price_cents: 9_999 } });
    await insertHolding(db, await defaultBrickfolio(db, account.accountId), '100-1', { purchase_price_cents: 8_000 });
    await insertSale(db, account.accountId, '100-1');
    // A process that was ready before has loaded its search.
    await raiseDataVersion(db, 'catalog');
  });

  afterAll(async () => {
    client.close();
    await Promise.all([plain, api].map((process) => process?.stop()));
    await Promise.all([db, replica].map((pool) => pool?.end()));
    await servers?.[0]!.remove();
  });

  /** What each route answers, without `meta`, which differs from request to request. */
  async function answersOf({ url }: ApiProcess): Promise<readonly string[]> {
    const answers: string[] = [];
    for (const route of ROUTES) {
      const { status, body } = await client.send(`${url}/api/v1${route}`, account.key);
      answers.push(`${route} ${status} ${body.slice(0, body.indexOf(',"meta":'))}`);
    }
    const items = { sets: ['100-1', '0-0'], minifigs: ['fig-000001'] };
    const batch = await client.send(`${url}/api/v1/catalog/batch`, account.key, items);
    return [...answers, `batch ${batch.status} ${batch.body.slice(0, batch.body.indexOf(',"meta":'))}`];
  }

  async function expectSameAnswers(): Promise<readonly string[]> {
    const expected = await answersOf(plain);
    for (const answer of expected) expect(answer).toContain(' 200 {"data":');
    expect(await answersOf(api)).toEqual(expected);
    return expected;
  }

  async function metric(name: string): Promise<number> {
    const text = await (await fetch(api.metricsUrl!)).text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`brickmarket_${name} `))!
        .split(' ')[1],
    );
  }
  const readsOnReplica = (): Promise<number> => metric('database_reads_total{server="replica"}');

  /** A replica on a busy machine may also be too slow. */
  const retriedReads = async (): Promise<number> =>
    (await metric('replica_reads_retried_total{reason="behind"}')) +
    (await metric('replica_reads_retried_total{reason="failed"}'));

  /** Reads until the replica has answered one that began after this call. */
  async function untilReplicaServes(): Promise<void> {
    const before = await readsOnReplica();
    await eventually('the replica serves', async () => {
      expect((await client.send(`${api.url}/api/v1/salesledger`, account.key)).status).toBe(200);
      return (await readsOnReplica()) > before;
    });
    await eventually('readiness tells of it', async () =>
      isDeepStrictEqual(await (await fetch(`${api.url}/readyz`)).json(), {
        status: 'ok',
        replicas: { configured: 1, serving: 1 },
      }),
    );
  }

  async function pauseReplay(): Promise<void> {
    await replica.query('SELECT pg_wal_replay_pause()');
    await eventually('replay is paused', async () => {
      const { rows } = await replica.query<{ state: string }>('SELECT pg_get_wal_replay_pause_state() AS state');
      return rows[0]!.state === 'paused';
    });
  }

  /** What changes what at least one route answers. */
  const CHANGES: readonly (readonly [string, () => Promise<unknown>])[] = [
    [
      'an edit of a holding',
      () => db.query('UPDATE portfolio.holding SET quantity = quantity + 1 WHERE account_id = $1', [account.accountId]),
    ],
    [
      'an edit of a collection',
      () => db.query(`UPDATE portfolio.brickfolio SET name = name || '+' WHERE account_id = $1`, [account.accountId]),
    ],
    ['a sale', () => insertSale(db, account.accountId, '100-1')],
    ['the deletion of sales', () => db.query('DELETE FROM portfolio.sale WHERE account_id = $1', [account.accountId])],
    [
      'an import of the catalogue',
      async () => {
        await db.query(`UPDATE catalog.lego_set SET title = title || ' II', theme = theme || '!'`);
        await raiseDataVersion(db, 'catalog');
      },
    ],
    [
      'an import of retail prices',
      async () => {
        await db.query('UPDATE retail.price_state SET price_cents = price_cents - 100');
        await raiseDataVersion(db, 'retail');
      },
    ],
    [
      'a valuation',
      async () => {
        await db.query('UPDATE market.item_value SET value_cents = value_cents + 100');
        await db.query('UPDATE market.value_step SET value_cents = value_cents + 100');
        await raiseDataVersion(db, 'market');
      },
    ],
  ];

  /** Makes each change while the replica cannot follow; what it knows is then older than what was admitted. */
  async function expectNothingStale(whileBehind: (change: () => Promise<void>) => Promise<void>): Promise<void> {
    let before = await expectSameAnswers();
    for (const [name, change] of CHANGES)
      await whileBehind(async () => {
        await change();
        const after = await expectSameAnswers();
        expect({ name, isVisible: after.join() !== before.join() }).toEqual({ name, isVisible: true });
        before = after;
      });
  }

  it('reads are answered by the replica, with the bytes of the primary', async () => {
    await untilReplicaServes();
    await expectSameAnswers();
    await eventually('a private read is the last statement of a connection to the replica', async () => {
      await client.send(`${api.url}/api/v1/salesledger`, account.key);
      const { rowCount } = await replica.query(
        `SELECT FROM pg_stat_activity WHERE application_name = 'brickmarket-api' AND query LIKE '%portfolio.sale%'`,
      );
      return rowCount! > 0;
    });
  });

  it('no answer is stale and none fails while replay is paused; the replica serves again when it goes on', async () => {
    await expectNothingStale(async (change) => {
      await pauseReplay();
      const before = await retriedReads();
      await change();
      expect(await retriedReads()).toBeGreaterThan(before);
      await replica.query('SELECT pg_wal_replay_resume()');
      await untilReplicaServes();
    });
  });

  it('gives no cursor that the replica has not replayed: a change that it lacks is listed, and once', async () => {
    const database = await Database.connect({ url: servers[0]!.url, applicationName: 'spec' });
    try {
      const catalog = new Stores(database).get(CatalogImport);
      const importSets = (...numbers: readonly string[]) =>
        catalog.mergeCatalog(
          (async function* () {
            yield { kind: 'sets' as const, records: numbers.map((number) => aSet(number)) };
          })(),
        );
      await importSets('200-1');
      const list = async (path: string, { url }: ApiProcess = api) =>
        JSON.parse((await client.send(`${url}/api/v1/catalog/${path}`, account.key)).body).data as {
          readonly cursor: string;
          readonly changes?: readonly { readonly number: string }[];
          readonly migrations?: readonly { readonly number: string }[];
        };
      const numbersIn = (found: Awaited<ReturnType<typeof list>>) =>
        (found.changes ?? found.migrations)!.map(({ number }) => number).toSorted();
      await untilReplicaServes();
      const { cursor } = await list('changes');
      await pauseReplay();
      await importSets('200-1', '201-1');
      const rename = { oldNumber: '200-1', newNumber: null };
      await catalog.renameSets([rename], async ({ sets }) => [
        { kind: 'remove', setId: sets.get('200-1')!.setId, rename },
      ]);
      for (const [route, numbers] of [
        ['changes', ['200-1', '201-1']],
        ['migrations', ['200-1']],
      ] as const) {
        const found = await list(`${route}?after=${cursor}`);
        expect([route, numbersIn(found)]).toEqual([route, numbers]);
        expect(found).toEqual(await list(`${route}?after=${cursor}`, plain));
        expect(numbersIn(await list(`${route}?after=${found.cursor}`))).toEqual([]);
      }
      await replica.query('SELECT pg_wal_replay_resume()');
      await untilReplicaServes();
      const before = await readsOnReplica();
      const found = await list(`changes?after=${cursor}`);
      expect(found).toEqual(await list(`changes?after=${cursor}`, plain));
      expect(await readsOnReplica()).toBeGreaterThan(before);
    } finally {
      await replica.query('SELECT pg_wal_replay_resume()');
      await database.close();
    }
  });

  it('no answer fails when the replica is killed, and it serves again after it has come back', async () => {
    await servers[1]!.stopImmediately();
    await expectNothingStale((change) => change());
    await eventually('it is ready with no replica serving', async () => {
      const answer = await fetch(`${api.url}/readyz`);
      return (
        answer.ok && isDeepStrictEqual(await answer.json(), { status: 'ok', replicas: { configured: 1, serving: 0 } })
      );
    });
    await servers[1]!.startAgain();
    await untilReplicaServes();
    await expectSameAnswers();
  });
});
