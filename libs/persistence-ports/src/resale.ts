import type { OwnFees, SellingPlatform } from '@brickmarket/domain';
import type { CurrentValue } from './market.ts';
import type { RetailListing } from './retail.ts';

/** A set that a retailer lists, with what a sealed copy is worth. The same for every account. */
export interface ValuedListing extends RetailListing {
  readonly theme: string;
  /** Null where no value could be computed. */
  readonly sealed: CurrentValue | null;
}

/** Reads all that retailers list, shared by all accounts. */
export abstract class ValuedListings {
  /** Every set that a retailer lists, by number. */
  abstract list(): Promise<readonly ValuedListing[]>;
}

/** The fees that accounts pay where these differ from the published ones. Never another account's. */
export abstract class SellingFees {
  /** By platform, at most one of each. */
  abstract list(accountId: number): Promise<readonly OwnFees[]>;

  /** In place of what was stored for its platform. */
  abstract save(accountId: number, fees: OwnFees): Promise<void>;

  /** From then on the published fees count. False: none were stored. */
  abstract remove(accountId: number, platform: SellingPlatform): Promise<boolean>;
}
