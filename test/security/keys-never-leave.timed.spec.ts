import { createHash, randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { insertAccount, insertKey } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { LoadClient } from '../support/load-client.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** Whoever guesses by the time of an answer which of two kinds it was of is right half of the time; with this much more than that, time tells something. */
const TELLING = 0.2;

/** How often one of these takes longer than one of the others, among all pairs: half of the time when they are alike, however much they vary. */
function shareOfLonger(these: readonly number[], others: readonly number[]): number {
  let longer = 0;
  for (const one of these) for (const other of others) longer += one > other ? 1 : one === other ? 0.5 : 0;
  return longer / (these.length * others.length);
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
      const hash = createHash('sha256').update(presented).digest();
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
    const times = new Map(Object.keys(kinds).map((kind) => [kind, [] as number[]]));
    const ask = async (key: string): Promise<number> => {
      const startedAt = performance.now();
      const { status } = await client.send(`${api.url}/api/v1/catalog/themes`, key);
      expect(status).toBe(401);
      return performance.now() - startedAt;
    };
    const inTurn = Object.entries(kinds);
    for (let round = 0; round < 320; round++) {
      // Each comes first as often as the others: what the machine does besides may have a beat of its own.
      inTurn.push(inTurn.shift()!);
      for (const [kind, key] of inTurn) {
        const took = await ask(key);
        if (round >= 20) times.get(kind)!.push(took);
      }
    }
    const told = (kind: string): number => Math.abs(shareOfLonger(times.get(kind)!, times.get('unknown')!) - 0.5);
    for (const kind of ['revoked', 'expired']) expect(told(kind) - told('otherUnknown')).toBeLessThan(TELLING);
  });
});
