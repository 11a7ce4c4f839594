import type { Holding } from '@brickmarket/domain';
import type { MergeCounts } from './merge-counts.ts';

/** A holding and the name of the brickfolio it is in. */
export interface StoredHolding {
  readonly holding: Holding;
  readonly brickfolio: string;
}

/** A holding to be stored: its set by id as well as by number, its brickfolio by name, null for the default one. */
export interface HoldingToStore {
  readonly setId: number;
  readonly holding: Holding;
  readonly brickfolio: string | null;
}

export interface HoldingMerge {
  readonly holdings: MergeCounts;
  /** Names of brickfolios that had to be made. */
  readonly newBrickfolios: readonly string[];
}

export interface HoldingMergeOptions {
  /** Also remove what the brickfolios named in the batches hold and the batches do not. */
  readonly replaces: boolean;
  /** Find out what would be done, and leave everything as it is. */
  readonly isRehearsal: boolean;
}

/** How an account calls one of its brickfolios. */
export interface BrickfolioLabel {
  readonly name: string;
  readonly description: string | null;
}

/** The books of what accounts own, for those who keep them. */
export abstract class HoldingStore {
  /**
   * Adds the holdings that are not there yet, all or none. Holdings are the same when brickfolio, set, quantity, condition,
   * price, date, status and notes are; of several that are the same, the first is the same as the first there, and so on.
   */
  abstract merge(
    accountId: number,
    batches: AsyncIterable<readonly HoldingToStore[]>,
    options: HoldingMergeOptions,
  ): Promise<HoldingMerge>;

  /** Gives an account's brickfolios their labels, the first one to its default; makes those that are missing. */
  abstract labelBrickfolios(accountId: number, labels: readonly BrickfolioLabel[]): Promise<void>;

  /** All holdings of an account, by brickfolio, set number, id. */
  abstract listAll(accountId: number): Promise<readonly StoredHolding[]>;
}
