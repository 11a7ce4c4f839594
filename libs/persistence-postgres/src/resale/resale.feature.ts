import { SellingFees, ValuedListings } from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { KeepSellingFees1794960003001 } from './migrations/1794960003001-keep-selling-fees.ts';
import { PostgresSellingFees, PostgresValuedListings } from './postgres-resale.ts';

/** What selling leaves: the fees of accounts, and all that retailers list beside its value. */
export const RESALE: Feature = {
  ports: [bind(SellingFees, PostgresSellingFees), bind(ValuedListings, PostgresValuedListings)],
  migrations: [KeepSellingFees1794960003001],
};
