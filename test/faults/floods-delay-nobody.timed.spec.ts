import { Pool } from 'pg';
import { insertAccount } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { insertPortfolio, insertValuedSets } from '../support/brickfolio-load.ts';
import { eventually } from '../support/eventually.ts';
import { HostPauses } from '../support/host-pauses.ts';
import { HttpClient } from '../support/http-client.ts';
import { Flood } from '../support/steady-load.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const PATIENCE_MS = 1_000;
const FLOOD_MS = 5_000;
const LARGE_COLLECTION = 5_000;
const SMALL_COLLECTION = 5;
const ROUTES = ['/set/1001-1', '/catalog/themes', '/brickfolio', '/brickfolio/analytics'];

describe('an account that floods the API', () => {
  let database: TestDatabase;
  let db: Pool;
  let api: ApiProcess;
  let pauses: HostPauses;
  let greedy: string;
  let modest: string;
  const client = new HttpClient(1);

  async function insertOwner(holdings: number, seed: number): Promise<string> {
    const { accountId, key } = await insertAccount(db, { dailyLimit: 1_000_000_000 });
    await insertPortfolio(db, { accountId, holdings, seed }, new Date().toISOString().slice(0, 10));
    return key;
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 2 });
    await insertValuedSets(db, 2_000, new Date().toISOString().slice(0, 10));
    greedy = await insertOwner(LARGE_COLLECTION, 1);
    modest = await insertOwner(SMALL_COLLECTION, 2);
    api = await ApiProcess.start(database.url, { LOG_LEVEL: 'fatal', MAX_IN_FLIGHT: '64' });
    await eventually('readiness', async () => (await fetch(`${api.url}/readyz`)).ok);
    // What is read once for all accounts is not what is measured.
    for (const key of [greedy, modest])
      for (const route of ROUTES) expect((await client.send(`${api.url}/api/v1${route}`, key)).status).toBe(200);
    pauses = await HostPauses.start();
  });

  afterAll(async () => {
    client.close();
    await pauses.stop();
    await api.stop();
    await db.end();
    await database.drop();
  });

  it.each([
    { what: 'small shared answers', path: '/catalog/themes', connections: 40 },
    { what: 'large private answers', path: '/brickfolio/analytics', connections: 40 },
    { what: 'large private answers from more connections than there are slots', path: '/brickfolio', connections: 200 },
  ])('with $what lets nobody else wait a second, or be refused', async ({ path, connections }) => {
    const flood = Flood.start(`${api.url}/api/v1${path}`, greedy, connections);
    // The first one also tells the service that the flood is not alone.
    await eventually(
      'a first answer',
      async () => (await client.send(`${api.url}/api/v1${ROUTES[0]}`, modest)).status === 200,
    );
    const late: string[] = [];
    for (const since = performance.now(); performance.now() < since + FLOOD_MS;)
      for (const asked of ROUTES) {
        const from = performance.now();
        const { status } = await client.send(`${api.url}/api/v1${asked}`, modest);
        const until = performance.now();
        if (status !== 200 || pauses.isLate(from, until, PATIENCE_MS))
          late.push(`${asked}: ${status} after ${Math.round(until - from)} ms`);
      }
    const answers = await flood.stop();
    expect(late).toEqual([]);
    expect(answers['200']?.perSecond).toBeGreaterThan(0);
  });
});
