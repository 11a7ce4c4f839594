import { migrate } from '@brickmarket/persistence-postgres';
import { ApiProcess } from '../support/api-process.ts';
import { eventually } from '../support/eventually.ts';
import { createUnmigratedDatabase, type TestDatabase } from '../support/test-database.ts';

describe('a process that migrates at its start', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createUnmigratedDatabase();
  });
  afterEach(() => database.drop());

  const startedOn = async (): Promise<string> => {
    const api = await ApiProcess.start(database.url, { LOG_LEVEL: 'info' });
    await eventually('it is ready', async () => (await fetch(`${api.url}/readyz`)).ok);
    await api.printed('schema migrated');
    await api.stop();
    return api.output;
  };

  it('says that it makes no backup of what is there, why, and how to have one', async () => {
    // Without the last: what every release has had.
    await migrate(database.url, { upTo: 40 });
    expect(await startedOn()).toMatch(/upgraded without a backup, because .*db migrate --backup/);
  });

  it('says nothing of backups on a new database', async () => {
    expect(await startedOn()).not.toContain('backup');
  });
});
