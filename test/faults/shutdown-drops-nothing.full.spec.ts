import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { insertAccount } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { eventually, inTime } from '../support/eventually.ts';
import { HostPauses } from '../support/host-pauses.ts';
import { SteadyLoad } from '../support/steady-load.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const ROUNDS = 8;
/** Between two requests of a client: most of the time is grace, in which a load of all processors shows no more. */
const PAUSE_MS = 50;
/** Long enough for requests in progress to clients that are slow themselves. */
const GRACE = { SHUTDOWN_GRACE_MS: '5000' };
/** How long a client relies on a readiness check before it repeats it. */
const SEEN_FOR_MS = 1_000;
/** Less than the request that hangs may take. */
const GONE_WITHIN_MS = 30_000;

describe('a process that is asked to end', () => {
  let database: TestDatabase;
  let db: Pool;
  const started: ApiProcess[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 2 });
  });

  afterAll(async () => {
    await Promise.all(started.map((one) => one.stop('SIGKILL')));
    await db.end();
    await database.drop();
  });

  const start = async (environment: NodeJS.ProcessEnv = GRACE): Promise<ApiProcess> => {
    const api = await ApiProcess.start(database.url, environment);
    started.push(api);
    return api;
  };
  const isReady = async (api: ApiProcess): Promise<boolean> =>
    fetch(`${api.url}/readyz`, { signal: AbortSignal.timeout(500) }).then(
      (answer) => answer.ok,
      () => false,
    );

  it(`drops no request of a client that follows readiness, in ${ROUNDS} rolling restarts under load`, async () => {
    const { key } = await insertAccount(db);
    let replicas = [await start(), await start()];
    let ready: readonly ApiProcess[] = [];
    let lookedAt = 0;
    const stopFollowing = new AbortController();
    const follow = async (): Promise<void> => {
      while (!stopFollowing.signal.aborted) {
        const [seen, since] = [replicas, performance.now()];
        const states = await Promise.all(seen.map(isReady));
        [ready, lookedAt] = [seen.filter((_, index) => states[index]), since];
        await pause(20);
      }
    };
    const followed = follow();
    let asked = 0;
    const next = () => {
      const target =
        performance.now() - lookedAt < SEEN_FOR_MS ? ready[asked++ % Math.max(1, ready.length)] : undefined;
      return target ? { url: `${target.url}/api/v1/catalog/themes`, key } : null;
    };
    const load = new SteadyLoad(16, next, PAUSE_MS);
    for (let round = 0; round < ROUNDS; round++) {
      await load.untilAnswered();
      const [old, other] = replicas as [ApiProcess, ApiProcess];
      const [fresh] = await Promise.all([start(), old.stop('SIGTERM')]);
      expect(old.child.exitCode).toBe(0);
      replicas = [other, fresh];
    }
    stopFollowing.abort();
    await followed;
    const outcomes = await load.stop();
    expect(outcomes.filter(({ status }) => status !== 200)).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(100);
  });

  it('reports not ready, answers with Connection: close, and ends within its timeout whatever hangs', async () => {
    const { key } = await insertAccount(db);
    const api = await start({ ...GRACE, SHUTDOWN_TIMEOUT_MS: '500', REQUEST_TIMEOUT_MS: '60000' });
    const ask = (): Promise<Response> =>
      fetch(`${api.url}/api/v1/catalog/themes`, { headers: { authorization: `Bearer ${key}` } });
    expect((await ask()).headers.get('connection')).toBe('keep-alive');
    const hanging = fetch(`${api.url}/api/v1/catalog/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('{"sets":')) }),
      duplex: 'half',
    } as RequestInit).then(
      () => 'answered',
      () => 'cut off',
    );
    const host = await HostPauses.start();
    const startedAt = performance.now();
    const stopped = api.stop('SIGTERM');
    const notReady = async (): Promise<boolean> => (await fetch(`${api.url}/readyz`)).status === 503;
    await eventually('the service says that it is not ready', notReady, { everyMs: 5 });
    const answer = await ask();
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    await stopped;
    expect(api.child.exitCode).toBe(0);
    expect(host.isLate(startedAt, performance.now(), GONE_WITHIN_MS)).toBe(false);
    await host.stop();
    expect(await inTime('the request that hangs is cut off', hanging)).toBe('cut off');
  });
});
