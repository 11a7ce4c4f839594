import { setTimeout as pause } from 'node:timers/promises';
import { insertAccount } from '../support/account-builders.ts';
import { LoadClient } from '../support/load-client.ts';
import { type Replicas, threeReplicas } from '../support/three-replicas.ts';

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

  it('refuses every request that starts after the revoke was committed, on every replica', async () => {
    const accounts = await Promise.all(Array.from({ length: 60 }, () => insertAccount(replicas.db)));
    const outcomes = await Promise.all(
      accounts.map(async ({ key, keyId }, i) => {
        let revoked = false;
        const late: number[] = [];
        const early: number[] = [];
        const asking = [0, 1, 2].map(async (replica) => {
          for (let afterwards = 0; afterwards < 5; ) {
            const startedAfter = revoked;
            const { status } = await client.send(`${replicas.urls[replica]!}/catalog/themes`, key);
            (startedAfter ? late : early).push(status);
            if (startedAfter) afterwards++;
          }
        });
        await pause(20 + i);
        await replicas.db.query('UPDATE access.api_key SET revoked_at = now() WHERE id = $1', [keyId]);
        revoked = true;
        await Promise.all(asking);
        return { late, early };
      }),
    );
    expect(new Set(outcomes.flatMap(({ late }) => late))).toEqual(new Set([401]));
    expect(outcomes.flatMap(({ early }) => early)).toContain(200);
  });
});
