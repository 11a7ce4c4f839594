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
    WriteSession.run(owner, subject, (session) =>
      session.merge(kind, async () => ({ result: null, hasChanged: true })),
    );
  const raiseAsLastRelease = (kind: DataKind): Promise<unknown> =>
    owner.pool.query(`UPDATE ops.data_version SET ${kind} = ${kind} + 1`);
  const admitted = async () =>
    (await new Stores(service).get(AdmissionGate).charge([{ keyHash: hashOfApiKey(key), costs: [1] }]))[0]!.versions;
  const ofLastRelease = async () => {
    const { rows } = await owner.pool.query<Record<DataKind, string>>('SELECT * FROM ops.data_version');
    return Object.fromEntries(DATA_KINDS.map((kind) => [kind, Number(rows[0]![kind])]));
  };

  it.each(DATA_KINDS)('of %s: a change by this release or the last one is seen by both', async (kind) => {
    const before = await admitted();
    expect(await ofLastRelease()).toEqual(before);
    await raise(kind);
    expect(await admitted()).toEqual({ ...before, [kind]: before[kind] + 1 });
    expect(await ofLastRelease()).toEqual(await admitted());
    await raiseAsLastRelease(kind);
    expect(await admitted()).toEqual({ ...before, [kind]: before[kind] + 2 });
    expect(await ofLastRelease()).toEqual(await admitted());
  });

  it('count every change that both releases make at the same time, and never deadlock', async () => {
    const before = await admitted();
    const changes = Array.from({ length: 30 }, (_, n) =>
      n % 2 === 0 ? raise('market', `subject ${n}`) : raiseAsLastRelease('market'),
    );
    await Promise.all(changes);
    expect(await admitted()).toEqual({ ...before, market: before.market + 30 });
    expect(await ofLastRelease()).toEqual(await admitted());
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
