import type { Cents } from '@brickmarket/domain';

/** A set that an account holds and a retailer lists. Private to that account. */
export interface HeldListing {
  readonly setNumber: string;
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
  abstract listHeld(accountId: number, filter: WatchFilter): Promise<readonly HeldListing[]>;

  /**
   * What the account paid for its copies of some sets, in the order asked; null where it holds none. Each set is asked for by
   * the numbers that may be its own: it is the one that has the first of them that any set has.
   */
  abstract findPaid(
    accountId: number,
    asked: readonly (readonly string[])[],
  ): Promise<readonly (Pick<HeldListing, 'paidCents'> | null)[]>;
}
