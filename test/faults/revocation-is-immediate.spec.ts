import { insertAccount } from '../support/account-builders.ts';
import { LoadClient } from '../support/load-client.ts';
import { type Replicas, threeReplicas } from '../support/three-replicas.ts';

const REVOKES = 500;
const AT_ONCE = 50;

describe('revocation over three replicas', () => {
  let replicas: Replicas;
  const client = new LoadClient(64);

  beforeAll(async () => {
    replicas = await threeReplicas();
  });

  afterAll(async () => {
    client.close();
    await replicas.stop();
  });

  it('refuses every request that starts after one of 500 revokes was committed, on every replica', async () => {
    let admittedBefore = 0;
    const lateAnswers = new Map<number, number>();
    const revokeUnderLoad = async (): Promise<void> => {
      const { key, keyId } = await insertAccount(replicas.db);
      const ask = async (replica: number): Promise<number> => (await client.send(`${replicas.urls[replica]!}/catalog/themes`, key)).status;
      let isRevoked = false;
      const asking = [0, 1, 2].map(async (replica) => {
        for (let late = 0; late < 2; ) {
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
    for (let revokes = 0; revokes < REVOKES; revokes += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, revokeUnderLoad));
    expect(Object.fromEntries(lateAnswers)).toEqual({ 401: REVOKES * 3 * 2 });
    expect(admittedBefore).toBeGreaterThan(REVOKES);
  });
});
