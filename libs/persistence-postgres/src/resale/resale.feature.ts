import { OwnSets, SellingFees, SellingPrices, ValuedListings } from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { KeepSellingFees1794960003001 } from './migrations/1794960003001-keep-selling-fees.ts';
import { TellWhatIsKept1794970000003 } from './migrations/1794970000003-tell-what-is-kept.ts';
import { ShowDelivererWhomItMails1794990002001 } from './migrations/1794990002001-show-deliverer-whom-it-mails.ts';
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
  migrations: [KeepSellingFees1794960003001, TellWhatIsKept1794970000003, ShowDelivererWhomItMails1794990002001],
};
