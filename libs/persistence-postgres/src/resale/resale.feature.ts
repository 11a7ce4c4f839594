import { OwnSets, SellingFees, SellingPrices, ValuedListings } from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { PostgresOwnSets } from './postgres-own-sets.ts';
import { PostgresSellingFees, PostgresValuedListings } from './postgres-resale.ts';
import { PostgresSellingPrices } from './postgres-selling-prices.ts';

export const RESALE: Feature = {
  ports: [
    bind(OwnSets, PostgresOwnSets),
    bind(SellingFees, PostgresSellingFees),
    bind(SellingPrices, PostgresSellingPrices),
    bind(ValuedListings, PostgresValuedListings),
  ],
};
