import { RetailImport, RetailPriceHistory, RetailPrices, RetailWatch } from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { CreateRetail1794700820001 } from './migrations/1794700820001-create-retail.ts';
import { KeepPriceChanges1794782000002 } from './migrations/1794782000002-keep-price-changes.ts';
import { PostgresRetailImport } from './postgres-retail-import.ts';
import { PostgresRetailPriceHistory, PostgresRetailPrices, PostgresRetailWatch } from './postgres-retail-prices.ts';

export const RETAIL: Feature = {
  ports: [
    bind(RetailImport, PostgresRetailImport),
    bind(RetailPriceHistory, PostgresRetailPriceHistory),
    bind(RetailPrices, PostgresRetailPrices),
    bind(RetailWatch, PostgresRetailWatch),
  ],
  migrations: [CreateRetail1794700820001, KeepPriceChanges1794782000002],
};
