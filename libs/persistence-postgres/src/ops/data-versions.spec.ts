import { AdmissionGate, DATA_KINDS, type DataKind, hashOfApiKey } from '@brickmarket/persistence-ports';
import { insertAccount } from '../../../../test/support/account-builders.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { Database } from '../database/database.ts';
import { WriteSession } from '../bulk/write-session.ts';
import { Stores } from '../stores.ts';

describe('data versions', () => {
  let testDatabase: TestDatabase;
  let owner: Database;
  let service: Database;
  let key: string;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    owner = await Database.connect({ url: testDatabase.url, applicationName: 'spec', poolSize: 4 });
    service = await Database.connect({ url: testDatabase.url, applicationName: 'spec', role: 'brickmarket_api' });
    ({ key } = await insertAccount(owner.pool));
  });
  afterAll(async () => {
    await owner.close();
    await service.close();
    await testDatabase.drop();
  });

  const raise = (kind: DataKind, subject: string = kind): Promise<null> =>
    WriteSession.run(owner, subject, (session) => session.merge(kind, async () => ({ result: null, changed: {} })));
  const admitted = async () =>
    (await new Stores(service).get(AdmissionGate).charge([{ keyHash: hashOfApiKey(key), costs: [1] }]))[0]!.versions;

  it.each(DATA_KINDS)('of %s: a change is seen by the next admission, and no other kind changes', async (kind) => {
    const before = await admitted();
    await raise(kind);
    expect(await admitted()).toEqual({ ...before, [kind]: before[kind] + 1 });
  });

  it('count every change of many writers at the same time, and never deadlock', async () => {
    const before = await admitted();
    await Promise.all(Array.from({ length: 30 }, (_, n) => raise('market', `subject ${n}`)));
    expect(await admitted()).toEqual({ ...before, market: before.market + 30 });
  });

  it('begin at 0 for a kind that has no row, and count it from there without a column', async () => {
    await owner.pool.query(`DELETE FROM ops.data_kind WHERE kind = 'retail'`);
    expect((await admitted()).retail).toBe(0);
    await raise('retail');
    expect((await admitted()).retail).toBe(1);
    await raise('alerts' as DataKind);
    expect(await admitted()).toMatchObject({ alerts: 1 });
  });
});
