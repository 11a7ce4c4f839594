import { randomBytes, randomInt } from 'node:crypto';
import { hashOfApiKey } from '@brickmarket/persistence-ports';
import { Pool } from 'pg';
import { insertAccount, insertKey } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { LoadClient } from '../support/load-client.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/**
 * A sign test's z above which time tells two kinds of keys apart. By chance alone it is reached once in 150,000 runs: in each
 * round the kinds are asked in random order, so without a difference either of two is as likely to take longer, however
 * busy the machine is.
 */
const TELLING_Z = 4.5;
/** A difference that the test must be able to see before it may say that there is none. */
const VISIBLE_MS = 0.1;
const ROUNDS_AT_LEAST = 600;
const ROUNDS_AT_MOST = 10_000;
const ROUNDS_OF_WARM_UP = 50;

/** How far the share of rounds in which one took longer than the other is from half, in standard deviations. */
function signTestZ(these: readonly number[], others: readonly number[]): number {
  const longer = these.filter((time, round) => time > others[round]!).length;
  const shorter = these.filter((time, round) => time < others[round]!).length;
  return (longer - shorter) / Math.sqrt(longer + shorter);
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
  const client = new LoadClient(8);

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
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
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
    /** Whether the same times would give away one kind that took this much longer. */
    const wouldBeSeen = (): boolean =>
      signTestZ(
        times.otherUnknown.map((time) => time + VISIBLE_MS),
        times.unknown,
      ) > TELLING_Z;
    let round = -ROUNDS_OF_WARM_UP;
    while (round < ROUNDS_AT_LEAST || (round < ROUNDS_AT_MOST && !(round % 100 === 0 && wouldBeSeen())))
      await askAll(round++);
    expect({ [`${VISIBLE_MS} ms are seen in ${round} rounds`]: wouldBeSeen() }).toEqual({
      [`${VISIBLE_MS} ms are seen in ${round} rounds`]: true,
    });
    for (const kind of ['revoked', 'expired', 'otherUnknown'] as const)
      expect(Math.abs(signTestZ(times[kind], times.unknown))).toBeLessThan(TELLING_Z);
  });
});
