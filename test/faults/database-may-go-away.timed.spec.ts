import { setTimeout as pause } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { insertAccount, type TestAccount } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { HostPauses } from '../support/host-pauses.ts';
import { RestartablePostgres } from '../support/restartable-postgres.ts';
import { type LoadOutcome, SteadyLoad } from '../support/steady-load.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { eventually } from '../support/eventually.ts';

const ROUTES = ['/catalog/themes', '/set/1-1', '/brickfolio', '/salesledger'];
const ANSWERED_WITHIN_MS = 2_000;
const RECOVERED_WITHIN_MS = 2_000;

describe('when the database goes away', () => {
  let postgres: RestartablePostgres;
  let proxy: TcpProxy;
  let api: ApiProcess;
  let db: Pool;
  let account: TestAccount;
  let host: HostPauses;

  beforeAll(async () => {
    host = await HostPauses.start();
    postgres = await RestartablePostgres.start();
    await runOn(postgres.url, 'CREATE DATABASE market');
    db = new Pool({ connectionString: onDatabase(postgres.url), max: 2 });
    db.on('error', () => undefined);
    proxy = await TcpProxy.to(Number(new URL(postgres.url).port));
    await postgres.stopFast();
    api = await ApiProcess.start(throughCable(), {
      DATABASE_POOL_SIZE: '3',
      ANSWER_TIMEOUT_MS: '1500',
      STATEMENT_TIMEOUT_MS: '1000',
      LOG_LEVEL: 'fatal',
    });
  });

  afterAll(async () => {
    await api.stop();
    await proxy.close();
    await db.end();
    await postgres.remove();
    await host.stop();
  });

  const onDatabase = (url: string): string => url.replace(/\/postgres$/, '/market');
  const throughCable = (): string => {
    const url = new URL(onDatabase(postgres.url));
    url.port = String(proxy.port);
    return url.toString();
  };
  /** A 404 is an answer, too. */
  const isFailure = ({ status: code, url }: LoadOutcome): boolean =>
    code !== 200 && !(code === 404 && url.includes('/set/'));
  const status = async (path: string): Promise<number> => (await fetch(`${api.url}${path}`)).status;
  const terminateAll = (): Promise<unknown> =>
    db.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'brickmarket-api'");

  const untilReadiness = async (wanted: number): Promise<void> => {
    await eventually(`/readyz answers ${wanted}`, async () => (await status('/readyz')) === wanted);
  };

  /**
   * Keeps asking while `fault` happens, for as long as it takes to be noticed, and is repaired; every request must have
   * been answered in time and in shape.
   */
  async function survives(
    fault: () => Promise<void>,
    repair: () => Promise<void>,
    options: { mustFail: boolean; faultMs?: number },
  ): Promise<void> {
    let asked = 0;
    const load = new SteadyLoad(
      8,
      () => ({ url: `${api.url}/api/v1${ROUTES[asked++ % ROUTES.length]!}`, key: account.key }),
      5,
    );
    await load.untilAnswered();
    await fault();
    await pause(options.faultMs ?? 700);
    if (options.mustFail) await untilReadiness(503);
    if (options.mustFail) await eventually('a request fails', () => load.outcomes.some(isFailure));
    await repair();
    const repairedAt = performance.now();
    const recovered = await load.untilAnswered();
    const outcomes = await load.stop();
    expect(api.child.exitCode).toBeNull();
    await untilReadiness(200);
    expect([recovered.endedAt - repairedAt, host.isLate(repairedAt, recovered.endedAt, RECOVERED_WITHIN_MS)]).toEqual([
      expect.any(Number),
      false,
    ]);
    expect(outcomes.filter(({ startedAt, endedAt }) => host.isLate(startedAt, endedAt, ANSWERED_WITHIN_MS))).toEqual(
      [],
    );
    for (const { status: code, body, headers } of outcomes.filter(isFailure)) {
      expect([code, JSON.parse(body)]).toEqual([
        code === 503 ? 503 : 500,
        { error: { code: 'InternalError', message: expect.any(String) } },
      ]);
      expect(headers['x-api-version']).toBe('1');
    }
  }

  it('starts without it: alive, not ready, 503 in the one shape; and migrates and serves when it comes', async () => {
    expect([await status('/livez'), await status('/readyz')]).toEqual([200, 503]);
    const answer = await fetch(`${api.url}/api/v1/catalog/themes`, {
      headers: { authorization: `Bearer bmk_${'0'.repeat(48)}` },
    });
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      503,
      '60',
      { error: { code: 'InternalError', message: expect.any(String) } },
    ]);
    await postgres.startAgain();
    await untilReadiness(200);
    account = await insertAccount(db);
  });

  it('survives a restart', () =>
    survives(
      () => postgres.stopFast(),
      () => postgres.startAgain(),
      { mustFail: true },
    ));

  it('survives a crash', () =>
    survives(
      () => postgres.stopImmediately(),
      () => postgres.startAgain(),
      { mustFail: true },
    ));

  it('survives the loss of every connection, again and again', () =>
    survives(
      async () => {
        // Often enough to meet connections at every step of their life: being made, taken, used, returned.
        for (let i = 0; i < 50; i++) {
          await terminateAll();
          await pause(20);
        }
      },
      () => Promise.resolve(),
      { mustFail: false },
    ));

  it('survives a failover to a server that only reads', () =>
    survives(
      async () => {
        await db.query('ALTER DATABASE market SET default_transaction_read_only = on');
        await terminateAll();
      },
      async () => {
        await db.query('SET default_transaction_read_only = off');
        await db.query('ALTER DATABASE market RESET default_transaction_read_only');
        await terminateAll();
      },
      { mustFail: true },
    ));

  it('survives a server that has become slow', () =>
    survives(
      async () =>
        void (await db.query(
          `CREATE OR REPLACE FUNCTION access.clock() RETURNS timestamptz LANGUAGE sql STABLE
           AS 'SELECT now() FROM pg_sleep(20)'`,
        )),
      async () =>
        void (await db.query(
          "CREATE OR REPLACE FUNCTION access.clock() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now()'",
        )),
      { mustFail: false, faultMs: 3_000 },
    ));

  it('survives a server that is frozen, or cut off without a word', () =>
    survives(
      () => Promise.resolve(proxy.block()),
      () => Promise.resolve(proxy.unblock()),
      { mustFail: true, faultMs: 3_000 },
    ));

  it('survives an exhausted pool', async () => {
    const blocker = new Client(onDatabase(postgres.url));
    blocker.on('error', () => undefined);
    await blocker.connect();
    await survives(
      async () =>
        void (await blocker.query('BEGIN; LOCK TABLE portfolio.holding, portfolio.brickfolio, portfolio.sale')),
      async () => void (await blocker.query('ROLLBACK')),
      { mustFail: false, faultMs: 3_000 },
    );
    await blocker.end();
  });
});

async function runOn(url: string, statement: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
