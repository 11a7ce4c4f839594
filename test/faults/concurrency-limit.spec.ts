import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Pool, type PoolClient } from 'pg';
import { insertAccount, usedBy } from '../support/account-builders.ts';
import { eventually, inTime } from '../support/eventually.ts';
import { type HttpAnswer, HttpClient } from '../support/http-client.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const LIMIT = 8;
const LOCK = 4_711;

describe('the concurrency limit', () => {
  let database: TestDatabase;
  let db: Pool;
  let gate: PoolClient;
  let api: InProcessApi;
  let key: string;
  const client = new HttpClient(64);
  const sockets: Socket[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 4 });
    ({ key } = await insertAccount(db, { dailyLimit: 1_000_000 }));
    // Every admission waits while the test holds the lock: requests are running for as long as the test wants.
    await db.query(
      `CREATE OR REPLACE FUNCTION access.clock() RETURNS timestamptz LANGUAGE sql STABLE AS
       'SELECT now() FROM pg_advisory_xact_lock_shared(${LOCK})'`,
    );
    gate = await db.connect();
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    for (const socket of sockets.splice(0)) socket.destroy();
    await gate.query('SELECT pg_advisory_unlock_all()');
    await api.stop();
  });

  afterAll(async () => {
    client.close();
    gate.release();
    await db.end();
    await database.drop();
  });

  const start = async (environment: NodeJS.ProcessEnv = {}): Promise<void> => {
    api = await InProcessApi.start(database.url, {
      MAX_IN_FLIGHT: String(LIMIT),
      METRICS_PORT: '0',
      LOG_LEVEL: 'info',
      // Requests are running until the test lets them go: no timeout of ours must end that work before.
      ANSWER_TIMEOUT_MS: '60000',
      STATEMENT_TIMEOUT_MS: '60000',
      ...environment,
    });
    await eventually('readiness', async () => (await fetch(`${api.url}/readyz`)).ok);
  };
  const stopAdmitting = (): Promise<unknown> => gate.query(`SELECT pg_advisory_lock(${LOCK})`);
  const admitAgain = (): Promise<unknown> => gate.query(`SELECT pg_advisory_unlock(${LOCK})`);
  const metric = async (name: string): Promise<number> =>
    Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\d+)$`, 'm').exec(await api.metrics())?.[1]);
  const untilInFlight = (count: number): Promise<unknown> =>
    eventually(`${count} requests in flight`, async () => (await metric('brickmarket_requests_in_flight')) === count);
  const ask = async (): Promise<number> => (await client.send(`${api.url}/api/v1/catalog/themes`, key)).status;
  const askOverSocket = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.write(`GET /api/v1/catalog/themes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
    await inTime('a connection', once(socket, 'connect'));
    return socket;
  };
  /** For the limits of the API no time passes but what the test lets pass, however slow the machine is. */
  const stopTime = (): { pass(ms: number): void } => {
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(now);
    return { pass: (ms) => void clock.mockReturnValue(now + ms) };
  };
  const health = async (path: string): Promise<number> => (await fetch(`${api.url}${path}`)).status;
  const errorsLogged = (): string[] => api.output.split('\n').filter((line) => /"level":[56]0|"stack"/.test(line));

  it('admits up to its limit, refuses the next at once, reports it in readiness, and recovers', async () => {
    await start();
    await stopAdmitting();
    const admitted = Array.from({ length: LIMIT }, ask);
    await untilInFlight(LIMIT);
    stopTime();
    const refused = await inTime('a refusal', client.send(`${api.url}/api/v1/catalog/themes`, key));
    expect([refused.status, refused.headers['retry-after'], JSON.parse(refused.body)]).toEqual([
      503,
      '1',
      { error: { code: 'InternalError', message: expect.any(String) } },
    ]);
    expect([await health('/readyz'), await health('/livez'), await health('/docs')]).toEqual([503, 200, 200]);
    jest.restoreAllMocks();
    await admitAgain();
    expect(await Promise.all(admitted)).toEqual(Array.from({ length: LIMIT }, () => 200));
    expect(await ask()).toBe(200);
    await eventually('readiness', async () => (await health('/readyz')) === 200);
    expect([await metric('brickmarket_requests_in_flight'), await metric('brickmarket_requests_shed_total')]).toEqual([
      0, 1,
    ]);
    // A refusal is an error of ours, for the operator's alert and on the status page.
    expect(await api.metrics()).toContain(
      'brickmarket_requests_total{method="any",route="/api/v1/*",status="503"} 1\n',
    );
    await api.recordService();
    const { rows } = await db.query('SELECT sum(errors)::integer AS errors FROM ops.service_hour');
    expect(rows).toEqual([{ errors: 1 }]);
  });

  it('counts the work of clients that hung up until it is done', async () => {
    await start();
    await stopAdmitting();
    const waiting = await Promise.all(Array.from({ length: LIMIT }, askOverSocket));
    await untilInFlight(LIMIT);
    for (const socket of waiting) socket.destroy();
    // Their connections are gone once one more can be seen to have come after them.
    for (let i = 0; i < 20; i++) expect(await inTime('a refusal', ask())).toBe(503);
    expect(await metric('brickmarket_requests_in_flight')).toBe(LIMIT);
    await admitAgain();
    await untilInFlight(0);
    expect(await ask()).toBe(200);
  });

  it('counts the work of requests that were answered 500 for taking too long until it is done', async () => {
    await start({ ANSWER_TIMEOUT_MS: '3000' });
    await stopAdmitting();
    expect(await Promise.all(Array.from({ length: LIMIT }, ask))).toEqual(Array.from({ length: LIMIT }, () => 500));
    expect(await metric('brickmarket_requests_in_flight')).toBe(LIMIT);
    expect(await ask()).toBe(503);
    await admitAgain();
    await untilInFlight(0);
    expect(await ask()).toBe(200);
  });

  it('bounds what one connection asks for without waiting for answers', async () => {
    await start({ MAX_IN_FLIGHT: '200' });
    await stopAdmitting();
    const socket = await askOverSocket();
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    const one = `GET /api/v1/catalog/themes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    socket.write(one.repeat(99));
    await eventually('refusals', async () => (await metric('brickmarket_requests_shed_total')) === 36);
    expect(await metric('brickmarket_requests_in_flight')).toBe(64);
    await admitAgain();
    await eventually('all answers', () => [...received.matchAll(/HTTP\/1\.1 (200|503)/g)].length === 100);
    await untilInFlight(0);
  });

  describe('with one account that asks for more than may be under way', () => {
    const UNDER_WAY = 4;
    const FLOOD = 20;
    const ANSWER_MS = 4_000;
    let ann: { readonly accountId: number; readonly keyId: number; readonly key: string };
    let locked: PoolClient;
    const watch = () => client.send(`${api.url}/api/v1/brickfolio/retail-watch`, ann.key);

    beforeEach(async () => {
      await start({ MAX_IN_FLIGHT: '64', ANSWER_TIMEOUT_MS: String(ANSWER_MS) });
      ann = await insertAccount(db, { dailyLimit: 1_000 });
      // Her requests are running for as long as the test wants.
      locked = await db.connect();
      await locked.query('BEGIN; LOCK TABLE retail.listing');
    });
    afterEach(() => locked.release(true));

    const underWay = async (): Promise<number> => {
      const { rows } = await db.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM pg_locks WHERE relation = 'retail.listing'::regclass AND NOT granted`,
      );
      return rows[0]!.count;
    };

    it('answers others before the backlog, and what has waited too long 503 without a charge', async () => {
      const time = stopTime();
      const answers: HttpAnswer[] = [];
      const flood = Array.from({ length: FLOOD }, async () => void answers.push(await watch()));
      await eventually('her first requests are at work', async () => (await underWay()) > 0);
      await untilInFlight(FLOOD);
      // All of hers have arrived before it.
      expect(await ask()).toBe(200);
      await untilInFlight(FLOOD);
      // What waits is refused after half of the time, what is in progress is answered when all of it is over.
      time.pass(ANSWER_MS / 2);
      await eventually('the backlog is refused', () => answers.length === FLOOD - UNDER_WAY);
      time.pass(ANSWER_MS);
      await Promise.all(flood);
      expect(answers.map(({ status }) => status)).toEqual([
        ...Array<number>(FLOOD - UNDER_WAY).fill(503),
        ...Array<number>(UNDER_WAY).fill(500),
      ]);
      const refused = answers[0]!;
      expect([refused.headers['retry-after'], JSON.parse(refused.body)]).toEqual([
        '1',
        { error: { code: 'InternalError', message: expect.any(String) } },
      ]);
      await locked.query('ROLLBACK');
      await untilInFlight(0);
      await eventually('all of it refunded', async () => (await usedBy(db, ann.keyId)) === 0);
      expect((await watch()).status).toBe(200);
    });

    it('begins nothing for her clients that have hung up while they waited', async () => {
      stopTime();
      const gone = new HttpClient(FLOOD);
      const flood = Array.from({ length: FLOOD }, () =>
        gone.send(`${api.url}/api/v1/brickfolio/retail-watch`, ann.key).catch(() => undefined),
      );
      await untilInFlight(FLOOD);
      await eventually('her first requests are at work', async () => (await underWay()) > 0);
      gone.close();
      await Promise.all(flood);
      await locked.query('ROLLBACK');
      await untilInFlight(0);
      expect((await watch()).status).toBe(200);
      // Counted all the same.
      expect(await usedBy(db, ann.keyId)).toBe(FLOOD + 1);
    });
  });

  it('counts refusals and does not log them, also those of requests that waited too long to be admitted', async () => {
    await start({ ANSWER_TIMEOUT_MS: '3000', STATEMENT_TIMEOUT_MS: '30000' });
    await stopAdmitting();
    const first = ask();
    await untilInFlight(1);
    // These wait for the batch of the first one, and are dropped from the queue when it is over.
    const rest = Array.from({ length: LIMIT - 1 }, ask);
    await untilInFlight(LIMIT);
    expect(await ask()).toBe(503);
    expect(new Set(await Promise.all([first, ...rest]))).toEqual(new Set([500]));
    await admitAgain();
    await untilInFlight(0);
    expect(await metric('brickmarket_requests_shed_total')).toBe(LIMIT);
    expect(errorsLogged().filter((line) => !line.includes('not answered in time'))).toEqual([]);
    expect(api.output).not.toContain('"status":503');
  });
});
