import { hashOfApiKey as hashOf } from '@brickmarket/persistence-ports';
import { PostgresAdmissionGate } from '@brickmarket/persistence-postgres';
import * as fc from 'fast-check';
import { insertAccount, usedBy } from '../support/account-builders.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { TestGate } from '../support/test-gate.ts';

describe.each([
  { servers: 'PostgreSQL', hasReplicas: false },
  { servers: 'PostgreSQL with replicas', hasReplicas: true },
])('AdmissionGate on $servers', ({ hasReplicas }) => {
  let testGate: TestGate;
  let gate: TestGate['gate'];
  let db: TestGate['db'];

  beforeAll(async () => {
    testGate = await TestGate.open({ hasReplicas });
    ({ gate, db } = testGate);
    await moveClock(db, NOON);
  });

  afterAll(() => testGate.close());

  it('charges like one request after another would: each cost that still fits, in order of arrival', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 30 }),
        fc.array(fc.array(fc.constantFrom(1, 1, 1, 2, 7, 100), { minLength: 1, maxLength: 8 }), {
          minLength: 1,
          maxLength: 6,
        }),
        async (dailyLimit, batches) => {
          const { accountId, key, keyId } = await insertAccount(db, { dailyLimit });
          let used = 0;
          for (const costs of batches) {
            const [charged] = await gate.charge([{ keyHash: hashOf(key), costs }]);
            expect(charged).toMatchObject({ keyId, accountId, includesApi: true, dailyLimit, usedBefore: used });
            const fitted = costs.map((cost) => {
              const fits = used + cost <= dailyLimit;
              if (fits) used += cost;
              return fits;
            });
            expect(charged!.fitted).toEqual(fitted.includes(false) ? fitted : null);
            expect(await usedBy(db, keyId)).toBe(used);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('admits and charges the keys of a plan from the moment that the one rule includes it', async () => {
    const { key, keyId } = await insertAccount(db, { plan: 'collector', dailyLimit: 3 });
    const charge = [{ keyHash: hashOf(key), costs: [2, 2] }];
    expect(await gate.charge(charge)).toEqual([expect.objectContaining({ includesApi: false, fitted: null })]);
    expect(await usedBy(db, keyId)).toBe(0);
    const widened = new PostgresAdmissionGate(testGate.database, ['collector', 'reseller']);
    expect(await widened.charge(charge)).toEqual([
      expect.objectContaining({ includesApi: true, usedBefore: 0, fitted: [true, false] }),
    ]);
    expect(await usedBy(db, keyId)).toBe(2);
  });

  it('is the only way for its role to reach keys and counters', async () => {
    for (const table of ['access.api_key', 'access.account', 'access.key_usage']) {
      await expect(testGate.database.prepared(`read ${table}`, `SELECT 1 FROM ${table}`, [])).rejects.toThrow(
        'permission denied',
      );
    }
  });
});
