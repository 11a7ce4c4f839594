import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually } from '../support/eventually.ts';
import { sized } from '../support/lane.ts';
import { moveClock } from '../support/move-clock.ts';
import { runCli, spawnCli } from '../support/run-cli.ts';
import { BRICKLINK_KEYS, BrickLinkStandIn, daysBefore } from '../support/sources/bricklink.ts';
import { TestMarket } from '../support/test-market.ts';

const NOW = new Date('2026-06-15T12:00:00Z');
const KILLS = sized({ quick: 3, full: 200 });
const SETS = sized({ quick: 6, full: 200 });

let market: TestMarket;
let bricklink: BrickLinkStandIn;
let folder: string;
beforeAll(async () => {
  market = await TestMarket.create();
  bricklink = await new BrickLinkStandIn(NOW).start();
  folder = mkdtempSync(join(tmpdir(), 'sources-'));
  await moveClock(market.db, NOW.toISOString());
});
afterAll(async () => {
  await bricklink.stop();
  await market.close();
  rmSync(folder, { recursive: true, force: true });
});

const environment = () => ({ DATABASE_URL: market.url, BRICKMARKET_DATA_DIR: folder });
const RUN = ['sources', 'run', 'bricklink', '--until-done'];

/** Kills a run some time after it has made a call, or lets it end. */
async function killed(): Promise<void> {
  const calls = bricklink.requests.length;
  const child = spawnCli(RUN, environment());
  const closed = once(child, 'close');
  let hasEnded = false;
  void closed.then(() => (hasEnded = true));
  await eventually('a call, or the end', () => hasEnded || bricklink.requests.length > calls);
  await sleep(Math.random() * 60);
  child.kill('SIGKILL');
  await closed;
}

it('stores every sale once, whenever two processes are killed, and repeats one call for each at most', async () => {
  const truth: string[] = [];
  for (let number = 1; number <= SETS; number++) {
    await insertSet(market.db, { set_number: `${number}-1` });
    // Two equal rows of one answer are two sales.
    for (const usd of [10, 10, 20 + number]) {
      bricklink.sales.push({
        ...{ type: 'SET', no: `${number}-1`, condition: 'N', quantity: 1 },
        ...{ soldAt: daysBefore(NOW, 1 + (number % 100)), usd },
      });
      truth.push(`${number}-1 ${usd * 100}`);
    }
  }
  const files = Object.entries({
    'consumer-key': BRICKLINK_KEYS.consumerKey,
    'consumer-secret': BRICKLINK_KEYS.consumerSecret,
    token: BRICKLINK_KEYS.token,
    'token-secret': BRICKLINK_KEYS.tokenSecret,
  }).flatMap(([name, secret]) => {
    writeFileSync(join(folder, name), secret);
    return [`--${name}-file`, join(folder, name)];
  });
  const flags = ['--address', bricklink.address, '--calls-a-second', '1000', '--i-have-read-the-terms', ...files];
  expect(await runCli(['sources', 'add', 'bricklink', ...flags], environment())).toMatchObject({ code: 0 });
  for (let kills = 0; kills < KILLS; kills += 2) {
    await Promise.all([killed(), killed()]);
    // The leases of the dead are over.
    await market.db.query('UPDATE ops.source_item SET leased_until = now() WHERE lease IS NOT NULL');
  }
  const last = await runCli(RUN, environment());
  expect([last.code, last.stderr]).toEqual([0, '']);
  const stored = await market.rows<{ sale: string }>(
    `SELECT s.set_number || ' ' || m.price_cents AS sale FROM source.market_sale m JOIN catalog.lego_set s
     ON s.id = m.item_id`,
  );
  expect(stored.map(({ sale }) => sale).toSorted()).toEqual(truth.toSorted());
  const calls = [...bricklink.calls.values()].reduce((sum, count) => sum + count, 0);
  // One tries the key; sealed and used of each set are asked for once.
  expect(calls).toBeLessThanOrEqual(1 + 2 * SETS + KILLS + 1);
  const [counted] = await market.rows<{ used: number }>('SELECT used FROM ops.source');
  // Every call was counted before it was made.
  expect(counted!.used).toBeGreaterThanOrEqual(calls);
  expect(counted!.used).toBeLessThanOrEqual(calls + KILLS + 1);
});
