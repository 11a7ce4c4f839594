import { CatalogImport, ItemDirectory, MinifigCatalog, SetCatalog } from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { CreateCatalog1794700800002 } from './migrations/1794700800002-create-catalog.ts';
import { ShowSetsToAccountArea1794782000001 } from './migrations/1794782000001-show-sets-to-account-area.ts';
import { FindMinifigsByEitherNumber1794766000001 } from './migrations/1794766000001-find-minifigs-by-either-number.ts';
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
  migrations: [CreateCatalog1794700800002, FindMinifigsByEitherNumber1794766000001, ShowSetsToAccountArea1794782000001],
};
