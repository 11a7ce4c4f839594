import { insertAccount, usedBy } from '../support/account-builders.ts';
import { HttpClient } from '../support/http-client.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { type Replicas, threeReplicas } from '../support/api-process.ts';
import { sized } from '../support/lane.ts';

const REQUESTS = sized({ quick: 400, full: 2_000 });
const LIMIT = REQUESTS / 2;
const REVOKES = sized({ quick: 20, full: 500 });
const REVOKES_AT_ONCE = Math.min(REVOKES, 50);
const BATCH = Array.from({ length: 7 }, (_, i) => `${i + 1}-1`);

describe('three replicas', () => {
  let replicas: Replicas;
  const client = new HttpClient(64);

  beforeAll(async () => {
    replicas = await threeReplicas();
    await moveClock(replicas.db, NOON);
  });

  afterAll(async () => {
    client.close();
    await replicas.stop();
  });

  it(`admit exactly the allowance out of ${REQUESTS} requests, each with its own remaining count`, async () => {
    const { key, keyId } = await insertAccount(replicas.db, { dailyLimit: LIMIT });
    const answers = await Promise.all(
      Array.from({ length: REQUESTS }, async (_, i) => {
        const url = replicas.urls[i % 3]!;
        const isBatch = i % 4 === 0;
        const answer = await (isBatch
          ? client.send(`${url}/catalog/batch`, key, { sets: BATCH })
          : client.send(`${url}/catalog/themes`, key));
        return {
          cost: isBatch ? BATCH.length : 1,
          status: answer.status,
          remaining: Number(answer.headers['x-ratelimit-remaining']),
        };
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    const admitted = answers.filter(({ status }) => status === 200).toSorted((a, b) => b.remaining - a.remaining);
    let used = 0;
    for (const { cost, remaining } of admitted) {
      used += cost;
      expect(remaining).toBe(LIMIT - used);
    }
    expect(used).toBe(LIMIT);
    expect(await usedBy(replicas.db, keyId)).toBe(LIMIT);
  });

  it('never deadlock when they charge many keys at once', async () => {
    const accounts = await Promise.all(Array.from({ length: 40 }, () => insertAccount(replicas.db)));
    const statuses = await Promise.all(
      Array.from(
        { length: REQUESTS },
        async (_, i) =>
          (await client.send(`${replicas.urls[i % 3]!}/catalog/themes`, accounts[(i * 7) % 40]!.key)).status,
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const counted = await Promise.all(accounts.map(({ keyId }) => usedBy(replicas.db, keyId)));
    expect(counted.reduce((sum, used) => sum + used, 0)).toBe(REQUESTS);
  });

  it(`refuse every request that starts after one of ${REVOKES} revokes was committed, on every replica`, async () => {
    let admittedBefore = 0;
    const lateAnswers = new Map<number, number>();
    const revokeUnderLoad = async (): Promise<void> => {
      const { key, keyId } = await insertAccount(replicas.db);
      const ask = async (replica: number): Promise<number> =>
        (await client.send(`${replicas.urls[replica]!}/catalog/themes`, key)).status;
      let isRevoked = false;
      const asking = [0, 1, 2].map(async (replica) => {
        for (let late = 0; late < 2;) {
          const startedAfter = isRevoked;
          const status = await ask(replica);
          if (startedAfter) {
            lateAnswers.set(status, (lateAnswers.get(status) ?? 0) + 1);
            late++;
          } else if (status === 200) admittedBefore++;
        }
      });
      await ask(0);
      await replicas.db.query('UPDATE access.api_key SET revoked_at = now() WHERE id = $1', [keyId]);
      isRevoked = true;
      await Promise.all(asking);
    };
    for (let revokes = 0; revokes < REVOKES; revokes += REVOKES_AT_ONCE)
      await Promise.all(Array.from({ length: REVOKES_AT_ONCE }, revokeUnderLoad));
    expect(Object.fromEntries(lateAnswers)).toEqual({ 401: REVOKES * 3 * 2 });
    expect(admittedBefore).toBeGreaterThan(REVOKES);
  });
});
