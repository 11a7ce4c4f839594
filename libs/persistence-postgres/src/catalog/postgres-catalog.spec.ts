import {
  aSet,
  describeCatalogImportPorts,
  describeItemDirectoryPorts,
  describeMinifigCatalogPorts,
  describeSetCatalogPorts,
} from '@brickmarket/persistence-ports/testing';
import { usePostgresStores } from '../../../../test/support/postgres-stores.ts';

const postgres = usePostgresStores();

describeCatalogImportPorts(postgres.open);
describeSetCatalogPorts(postgres.open);
describeMinifigCatalogPorts(postgres.open);
describeItemDirectoryPorts(postgres.open);

it('does not write rows that stay as they are', async () => {
  const { catalogImport } = await postgres.open();
  const rowVersions = async () =>
    (await postgres.database().pool.query('SELECT xmin::text, set_number FROM catalog.lego_set ORDER BY set_number'))
      .rows as unknown;
  async function* sets(title: string) {
    yield { kind: 'sets' as const, records: [aSet('1-1'), aSet('2-1', { title })] };
  }
  await catalogImport.mergeCatalog(sets('Old'));
  const before = await rowVersions();
  await catalogImport.mergeCatalog(sets('Old'));
  expect(await rowVersions()).toEqual(before);
});
