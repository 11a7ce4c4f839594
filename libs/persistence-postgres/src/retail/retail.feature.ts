import {
  RetailImport,
  RetailPriceHistory,
  RetailPrices,
  RetailRetention,
  RetailWatch,
} from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { ThinObservations1795300000001 } from './migrations/1795300000001-thin-observations.ts';
import { PostgresRetailImport } from './postgres-retail-import.ts';
import { PostgresRetailPriceHistory, PostgresRetailPrices, PostgresRetailWatch } from './postgres-retail-prices.ts';
import { PostgresRetailRetention } from './thin-observations.ts';

export const RETAIL: Feature = {
  ports: [
    bind(RetailImport, PostgresRetailImport),
    bind(RetailPriceHistory, PostgresRetailPriceHistory),
    bind(RetailPrices, PostgresRetailPrices),
    bind(RetailRetention, PostgresRetailRetention),
    bind(RetailWatch, PostgresRetailWatch),
  ],
  migrations: [ThinObservations1795300000001],
};
