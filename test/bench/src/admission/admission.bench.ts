import { AdmissionGate, hashOfApiKey } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { BenchServer, withClient } from '../measure/bench-server.ts';
import { percentilesOf, printTable } from '../measure/figures.ts';

const KEYS = 1_000;
const WARM_UP = 30;

/** The least that counting can cost: the keys are found and their counters raised, with no limit, plan or version. */
const BARE_UPSERT = `
INSERT INTO access.key_usage AS u (key_id, day, used, last_charge)
SELECT k.id, (now() AT TIME ZONE 'UTC')::date, 1, 1 FROM access.api_key k WHERE k.key_hash = ANY($1) ORDER BY k.id
ON CONFLICT (key_id, day) DO UPDATE SET used = u.used + 1, last_charge = 1
RETURNING key_id, used`;

const MANY_KEYS = `
WITH made AS (
  INSERT INTO access.account (email, plan) SELECT n || '@bench.example', 'reseller' FROM generate_series(1, $1) n
  RETURNING id, email
)
INSERT INTO access.api_key (account_id, key_hash, name, last4, daily_limit)
SELECT id, sha256(convert_to('bmk_' || split_part(email, '@', 1), 'UTF8')), 'bench', '0000', 1000000000 FROM made`;

/** Times one admission of so many keys of as many accounts, beside a bare upsert of the same counters, interleaved. */
export async function benchAdmission(repeats: number): Promise<void> {
  const server = await BenchServer.start();
  const url = await server.freshDatabase();
  await withClient(url, async (client) => {
    await client.query(MANY_KEYS, [KEYS]);
    await client.query('ANALYZE access.account, access.api_key');
  });
  const database = await Database.connect({ url, applicationName: 'bench', role: 'brickmarket_api', poolSize: 1 });
  // The API's role may not write counters by itself.
  const owner = await Database.connect({ url, applicationName: 'bench', poolSize: 1 });
  const gate = new Stores(database).get(AdmissionGate);
  const hashes = Array.from({ length: KEYS }, (_, n) => hashOfApiKey(`bmk_${n + 1}`));
  const contenders = {
    bare: (some: readonly Buffer[]) => owner.prepared('bare_upsert', BARE_UPSERT, [some]),
    ours: (some: readonly Buffer[]) => gate.charge(some.map((keyHash) => ({ keyHash, costs: [1] }))),
  };
  const rows: string[][] = [];
  for (const count of [1, 32, 64, 128]) {
    const times = { bare: [] as number[], ours: [] as number[] };
    for (let round = 0; round < WARM_UP + repeats; round++) {
      const first = Math.floor(Math.random() * KEYS);
      const some = Array.from({ length: count }, (_, n) => hashes[(first + n * 7) % KEYS]!);
      const order = round % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const);
      for (const name of order) {
        const startedAt = performance.now();
        await contenders[name](some);
        if (round >= WARM_UP) times[name].push(performance.now() - startedAt);
      }
    }
    const [bare, ours] = [percentilesOf(times.bare), percentilesOf(times.ours)];
    rows.push([
      String(count),
      ...[bare.p50, bare.p99, ours.p50, ours.p99, ours.p50 / bare.p50].map((figure) => figure.toFixed(2)),
    ]);
  }
  await Promise.all([database.close(), owner.close()]);
  await server.stop();
  process.stdout.write('One admission of distinct keys, ms\n\n');
  printTable(['keys', 'bare upsert p50', 'p99', 'ours p50', 'p99', 'ours / bare'], rows);
}
