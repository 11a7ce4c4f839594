import { Agent, get } from 'node:http';
import { BenchServer, withClient } from '../measure/bench-server.ts';
import { startService } from '../measure/server-process.ts';
import { spreadOf, printTable } from '../measure/figures.ts';
import { accountWith, inventSets } from './collection.ts';

const ROUNDS = 100;
const WARM_UP_ROUNDS = 30;

/**
 * What a large collection costs: analytics over a year for 10,000 holdings against 100, and a page of entries at offset
 * 9,000 against offset 0, the compared requests taking turns.
 */
export async function benchBrickfolio(): Promise<void> {
  const server = await BenchServer.start();
  const url = await server.freshDatabase();
  const [small, large] = await withClient(url, async (client) => {
    await inventSets(client);
    const keys = [await accountWith(client, 100), await accountWith(client, 10_000)] as const;
    // What autovacuum does sooner or later.
    await client.query('VACUUM ANALYZE');
    return keys;
  });
  const service = await startService('service', { DATABASE_URL: url });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const call = (path: string, key: string) => (): Promise<number> =>
      timed(`${service.url}/api/v1${path}`, key, agent);
    const analytics = await takeTurns([
      call('/brickfolio/analytics?period=1y', small),
      call('/brickfolio/analytics?period=1y', large),
    ]);
    const entries = await takeTurns(
      [0, 5_000, 9_000].map((offset) => call(`/brickfolio/entries?offset=${offset}`, large)),
    );
    const brickfolios = await takeTurns([call('/brickfolio', small), call('/brickfolio', large)]);
    printTable(
      ['request', 'p50 ms', 'spread ms', 'beside the first', 'at most'],
      [
        ...rowsOf(['analytics 1y, 100 holdings', 'analytics 1y, 10,000 holdings'], analytics, '5.00'),
        ...rowsOf(['entries, offset 0', 'entries, offset 5,000', 'entries, offset 9,000'], entries, '1.20'),
        ...rowsOf(['brickfolios, 100 holdings', 'brickfolios, 10,000 holdings'], brickfolios, ''),
      ],
    );
  } finally {
    agent.destroy();
    await service.stop();
    await server.stop();
  }
}

/** Milliseconds of each request, by request. */
async function takeTurns(requests: readonly (() => Promise<number>)[]): Promise<readonly (readonly number[])[]> {
  const measured = requests.map((): number[] => []);
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const [index, request] of requests.entries()) {
      const ms = await request();
      if (round >= 0) measured[index]!.push(ms);
    }
  }
  return measured;
}

function timed(url: string, key: string, agent: Agent): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      response.on('error', reject).on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - startedAt);
        else reject(new Error(`${url}: ${response.statusCode}`));
      });
      response.resume();
    });
    request.on('error', reject);
  });
}

function rowsOf(names: readonly string[], measured: readonly (readonly number[])[], goal: string): string[][] {
  const spreads = measured.map(spreadOf);
  return spreads.map(({ median, min, max }, index) => {
    const beside = index === 0 ? ['', ''] : [(median / spreads[0]!.median).toFixed(2), goal];
    return [names[index]!, median.toFixed(1), `${min.toFixed(1)} to ${max.toFixed(1)}`, ...beside];
  });
}
