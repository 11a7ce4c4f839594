import { randomBytes, randomInt } from 'node:crypto';
import { hashOfApiKey } from '@brickmarket/persistence-ports';
import { Pool } from 'pg';
import { insertAccount, insertKey } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { HttpClient } from '../support/http-client.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/**
 * The z above which time tells two kinds of keys apart. By chance alone it is reached once in 150,000 runs: in each
 * round the kinds are asked in random order, so without a difference either is as likely to be the fast one, however
 * busy the machine.
 */
const TELLING_Z = 4.5;
/**
 * The test continues until it could see this difference, or time is over; it must then have seen at least the other.
 */
const VISIBLE_MS = 0.1;
const VISIBLE_ON_A_BUSY_MACHINE_MS = 2;
const ROUNDS_AT_LEAST = 500;
const ROUNDS_OF_WARM_UP = 30;
const TIME_MS = 90_000;

/**
 * How much more often these are slow than the others, in standard deviations: rounds in which one is in the fastest
 * quarter and the other is not are counted for and against (McNemar's test). The fastest quarter, because a busy
 * machine makes times longer, never shorter.
 */
function slownessZ(these: readonly number[], others: readonly number[]): number {
  const fast = [...these, ...others].toSorted((a, b) => a - b)[Math.floor(these.length / 2)]!;
  const slower = these.filter((time, round) => time > fast && others[round]! <= fast).length;
  const faster = these.filter((time, round) => time <= fast && others[round]! > fast).length;
  return (slower - faster) / Math.sqrt(Math.max(1, slower + faster));
}

function inRandomOrder<Item>(items: readonly Item[]): readonly Item[] {
  const shuffled = [...items];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
  }
  return shuffled;
}

describe('API keys', () => {
  let database: TestDatabase;
  let db: Pool;
  let api: ApiProcess;
  const client = new HttpClient(8);

  beforeAll(async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 4 });
    api = await ApiProcess.start(database.url, { LOG_LEVEL: 'debug', METRICS_PORT: '0', FAILED_AUTH_LIMIT: '1000000' });
  });

  afterAll(async () => {
    client.close();
    await api.stop();
    await db.end();
    await database.drop();
  });

  /** Every row of every table, as a dump would show it. */
  async function everythingStored(): Promise<string> {
    const tables = await db.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const rows = await Promise.all(
      tables.rows.map(({ name }) => db.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)),
    );
    return rows.flatMap((result) => result.rows.map(({ row }) => row)).join('\n');
  }

  it('are in no log, no answer, no metric and no row, whichever way a request with one goes', async () => {
    const { key, accountId } = await insertAccount(db, { dailyLimit: 8 });
    const revoked = await insertKey(db, accountId);
    await db.query('UPDATE access.api_key SET revoked_at = now() WHERE id = $1', [revoked.keyId]);
    const unknown = `bmk_${randomBytes(24).toString('hex')}`;
    const answers: string[] = [];
    for (const presented of [key, revoked.key, unknown]) {
      for (const path of [
        '/catalog/themes',
        `/set/${presented}`,
        `/set/1-1?key=${presented}`,
        `/set/1-1?${presented}`,
        `/${presented}`,
        '/set/%zz',
        `/catalog/sets/search?q=${presented}`,
      ]) {
        const answer = await client.send(`${api.url}/api/v1${path}`, presented);
        answers.push(JSON.stringify(answer.headers), answer.body.replaceAll(/unknown query parameter "[^"]*"/g, ''));
      }
      const answer = await client.send(`${api.url}/api/v1/catalog/batch`, presented, { nonsense: presented });
      answers.push(JSON.stringify(answer));
    }
    // A failure of ours, with the key at hand.
    const other = await insertAccount(db);
    await db.query('ALTER FUNCTION access.admit_keys RENAME TO admit_keys_away');
    answers.push(JSON.stringify(await client.send(`${api.url}/api/v1/catalog/themes`, other.key)));
    await db.query('ALTER FUNCTION access.admit_keys_away RENAME TO admit_keys');
    await api.printed('request failed');
    const places = {
      log: api.output,
      metrics: await (await fetch(api.metricsUrl!)).text(),
      database: await everythingStored(),
    };
    for (const presented of [key, revoked.key, unknown, other.key]) {
      const hash = hashOfApiKey(presented);
      for (const [place, text] of Object.entries(places))
        expect([place, text.includes(presented.slice(4))]).toEqual([place, false]);
      for (const [place, text] of Object.entries({ log: places.log, metrics: places.metrics })) {
        for (const form of [hash.toString('hex'), hash.toString('base64')])
          expect([place, text.includes(form)]).toEqual([place, false]);
      }
    }
    expect(
      answers.filter((answer) => answer.includes(unknown.slice(4)) || answer.includes(revoked.key.slice(4))),
    ).toEqual([]);
  });

  it('do not tell by the time of the answer whether they are unknown, revoked or expired', async () => {
    const { accountId } = await insertAccount(db);
    const expired = await insertKey(db, accountId, { expiresAt: '2020-01-01T00:00:00Z' });
    const revoked = await insertKey(db, accountId);
    await db.query('UPDATE access.api_key SET revoked_at = now() WHERE id = $1', [revoked.keyId]);
    const kinds = {
      unknown: `bmk_${randomBytes(24).toString('hex')}`,
      revoked: revoked.key,
      expired: expired.key,
      otherUnknown: `bmk_${randomBytes(24).toString('hex')}`,
    };
    const times = { unknown: [], revoked: [], expired: [], otherUnknown: [] } as Record<keyof typeof kinds, number[]>;
    const askAll = async (round: number): Promise<void> => {
      for (const kind of inRandomOrder(Object.keys(kinds) as (keyof typeof kinds)[])) {
        const startedAt = performance.now();
        const { status } = await client.send(`${api.url}/api/v1/catalog/themes`, kinds[kind]);
        if (round >= 0) times[kind].push(performance.now() - startedAt);
        expect(status).toBe(401);
      }
    };
    /** Whether these times would give away a kind that took so much longer. */
    const wouldSee = (ms: number): boolean =>
      slownessZ(
        times.otherUnknown.map((time) => time + ms),
        times.unknown,
      ) > TELLING_Z;
    const deadline = performance.now() + TIME_MS;
    for (let round = -ROUNDS_OF_WARM_UP; performance.now() < deadline; round++) {
      await askAll(round);
      if (round >= ROUNDS_AT_LEAST && round % 50 === 0 && wouldSee(VISIBLE_MS)) break;
    }
    expect(wouldSee(VISIBLE_ON_A_BUSY_MACHINE_MS)).toBe(true);
    for (const kind of ['revoked', 'expired', 'otherUnknown'] as const)
      expect([kind, Math.abs(slownessZ(times[kind], times.unknown)) < TELLING_Z]).toEqual([kind, true]);
  });
});
