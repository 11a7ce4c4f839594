import { AdmissionGate, hashOfApiKey } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { BenchServer, withClient } from '../measure/bench-server.ts';
import { percentilesOf, printTable } from '../measure/figures.ts';

const KEYS = 1_000;
const WARM_UP = 30;

/**
 * How the last release admits: a loop in the database with one upsert per key. The schema carries it for that release.
 */
const LAST_RELEASE = `
SELECT ordinal, key_id, account_id, plan, daily_limit, used_before, day::text AS day, resets_at, charged_at,
       catalog_version, market_version, retail_version
FROM access.admit($1, $2, $3)`;

const MANY_KEYS = `
WITH made AS (
  INSERT INTO access.account (email, plan) SELECT n || '@bench.example', 'reseller' FROM generate_series(1, $1) n
  RETURNING id, email
)
INSERT INTO access.api_key (account_id, key_hash, name, last4, daily_limit)
SELECT id, sha256(convert_to('bmk_' || split_part(email, '@', 1), 'UTF8')), 'bench', '0000', 1000000000 FROM made`;

/**
 * Times one admission of so many keys of as many accounts, beside that of the last release on the same table,
 * interleaved.
 */
export async function benchAdmission(repeats: number): Promise<void> {
  const server = await BenchServer.start();
  const url = await server.freshDatabase();
  await withClient(url, async (client) => {
    await client.query(MANY_KEYS, [KEYS]);
    await client.query('ANALYZE access.account, access.api_key');
  });
  const database = await Database.connect({ url, applicationName: 'bench', role: 'brickmarket_api', poolSize: 1 });
  const gate = new Stores(database).get(AdmissionGate);
  const hashes = Array.from({ length: KEYS }, (_, n) => hashOfApiKey(`bmk_${n + 1}`));
  const contenders = {
    before: (some: readonly Buffer[]) =>
      database.prepared('last_release', LAST_RELEASE, [some, some.map(() => 1), some.map(() => '1')]),
    now: (some: readonly Buffer[]) => gate.charge(some.map((keyHash) => ({ keyHash, costs: [1] }))),
  };
  const rows: string[][] = [];
  for (const count of [1, 32, 64, 128]) {
    const times = { before: [] as number[], now: [] as number[] };
    for (let round = 0; round < WARM_UP + repeats; round++) {
      const first = Math.floor(Math.random() * KEYS);
      const some = Array.from({ length: count }, (_, n) => hashes[(first + n * 7) % KEYS]!);
      const order = round % 2 === 0 ? (['before', 'now'] as const) : (['now', 'before'] as const);
      for (const name of order) {
        const startedAt = performance.now();
        await contenders[name](some);
        if (round >= WARM_UP) times[name].push(performance.now() - startedAt);
      }
    }
    const [before, now] = [percentilesOf(times.before), percentilesOf(times.now)];
    rows.push([
      String(count),
      ...[before.p50, before.p99, now.p50, now.p99, now.p50 / before.p50].map((figure) => figure.toFixed(2)),
    ]);
  }
  await database.close();
  await server.stop();
  process.stdout.write('One admission of distinct keys, ms\n\n');
  printTable(['keys', 'last release p50', 'p99', 'now p50', 'p99', 'now / last release'], rows);
}
