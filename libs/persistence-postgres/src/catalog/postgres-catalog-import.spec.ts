import { describeCatalogImport } from '@brickmarket/persistence-ports/testing';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { Database } from '../database/database.ts';
import { PostgresCatalogImport } from './postgres-catalog-import.ts';
import { PostgresItemDirectory } from './postgres-item-directory.ts';
import { PostgresMinifigCatalog } from './postgres-minifig-catalog.ts';
import { PostgresSetCatalog } from './postgres-set-catalog.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await Database.connect({ url: testDatabase.url, applicationName: 'spec' });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

describeCatalogImport(async () => {
  await database.pool.query('TRUNCATE catalog.lego_set, catalog.minifig CASCADE');
  return {
    imports: new PostgresCatalogImport(database),
    sets: new PostgresSetCatalog(database),
    minifigs: new PostgresMinifigCatalog(database),
    items: new PostgresItemDirectory(database),
    version: async () =>
      Number((await database.pool.query<{ catalog: string }>('SELECT catalog FROM ops.data_version')).rows[0]?.catalog),
  };
});

it('does not write rows that stay as they are', async () => {
  const imports = new PostgresCatalogImport(database);
  const rowVersions = async () =>
    (await database.pool.query('SELECT xmin::text, set_number FROM catalog.lego_set ORDER BY set_number'))
      .rows as unknown;
  async function* sets(title: string) {
    const facts = { theme: 'Castle', subtheme: null, year: null, pieces: 0, imageUrl: null };
    yield {
      kind: 'sets' as const,
      records: [
        { setNumber: '1-1', title: 'Same', ...facts },
        { setNumber: '2-1', title, ...facts },
      ],
    };
  }
  await imports.mergeCatalog(sets('Old'));
  const before = await rowVersions();
  await imports.mergeCatalog(sets('Old'));
  expect(await rowVersions()).toEqual(before);
});
