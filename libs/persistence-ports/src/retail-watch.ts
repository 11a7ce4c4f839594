import type { Cents } from '@brickmarket/domain';
import type { RetailListing } from './retail-prices.ts';

/** A listing of a set that an account holds. Private to that account. */
export interface WatchedListing extends RetailListing {
  /** The account's average unit cost over owned and listed copies of known price; null when no price is known. */
  readonly paidCents: Cents | null;
}

/** Which of the held sets to return; null for no restriction. All that are given apply together. */
export interface WatchFilter {
  /** Only sets whose price at either retailer changed then or later. */
  readonly changedSince: Date | null;
  readonly asins: readonly string[] | null;
  /** In the form of `barcodeKey`. */
  readonly barcodeKeys: readonly string[] | null;
}

/** What an account sees of the retail prices of the sets it holds, owned or listed for sale. */
export abstract class RetailWatch {
  /** One for each held set that a retailer lists, latest price change first, then by set number. */
  abstract listHeld(accountId: number, filter: WatchFilter): Promise<readonly WatchedListing[]>;

  /** What the account paid for its copies of a set; null when it holds none. */
  abstract findPaid(accountId: number, setId: number): Promise<Pick<WatchedListing, 'paidCents'> | null>;
}
