import { CatalogImport, ItemDirectory, MinifigCatalog, SetCatalog } from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { DateTheCatalog1795341053000 } from './migrations/1795341053000-date-the-catalog.ts';
import { PostgresCatalogImport } from './postgres-catalog-import.ts';
import { PostgresItemDirectory } from './postgres-item-directory.ts';
import { PostgresMinifigCatalog, PostgresSetCatalog } from './postgres-catalog.ts';

export const CATALOG: Feature = {
  ports: [
    bind(CatalogImport, PostgresCatalogImport),
    bind(ItemDirectory, PostgresItemDirectory),
    bind(MinifigCatalog, PostgresMinifigCatalog),
    bind(SetCatalog, PostgresSetCatalog),
  ],
  migrations: [DateTheCatalog1795341053000],
};
