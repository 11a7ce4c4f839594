import type { Cents, Condition, EpochDay, ItemKind, MarketSale } from '@brickmarket/domain';
import type { MonthOfSet } from './import-journal.ts';
import type { ImportOrigin, MergeCounts } from './system.ts';

/** An observed sale and the item it belongs to. */
export interface IdentifiedSale {
  readonly itemId: number;
  readonly sale: MarketSale;
}

/**
 * Imports observed sales in bulk. Chunks are committed one by one, each as a whole, so that an import that was
 * interrupted can be run again. `source` and `sourceRef` identify a sale; one that is stored with other content is
 * corrected, and of several in the same import the last counts. Items whose sales change are recorded for the next
 * valuation in the same transaction. While one import runs, a second is refused with ImportRunningError.
 */
export abstract class SalesImport {
  /**
   * Merges sales into the stored ones; a sale that is absent from the feed stays. With an origin it is recorded, so
   * that it can be undone.
   */
  abstract mergeSales(batches: AsyncIterable<readonly IdentifiedSale[]>, origin?: ImportOrigin): Promise<MergeCounts>;
}

/** What identifies a stored sale. */
export interface SaleKey {
  readonly source: string;
  readonly sourceRef: string;
}

/** What a valuation knows of a sale. */
export interface SaleFacts {
  readonly itemId: number;
  readonly condition: Condition;
  readonly day: EpochDay;
  /** Per unit. */
  readonly priceCents: Cents;
}

/** A sale as it is stored. */
export interface StoredSale extends SaleKey, SaleFacts {
  readonly itemKind: ItemKind;
  readonly itemNumber: string;
  readonly quantity: number;
}

/** Who leaves a sale out or lets it count again, and why. */
export interface SaleDecision extends SaleKey {
  readonly by: string;
  readonly reason: string;
}

/** What a decision was about. */
export interface DecidedSale {
  /** Null when the import that had brought it was undone: it is decided about when it comes again. */
  readonly sale: StoredSale | null;
  /** The month that was published with or without this sale, and stays as it is; null when it is not published. */
  readonly publishedMonth: MonthOfSet | null;
}

/** A sale that is left out, since when, by whom and why. */
export interface SaleExclusion extends SaleDecision {
  readonly excludedAt: Date;
  /** As the last import brought it; null when that was undone. */
  readonly sale: StoredSale | null;
}

/**
 * Sales that are left out for good: of values, months, counts and backtests, whatever imports bring them again. Who
 * decided it, when and why is kept, also after the sale counts again. Items whose sales change by it are recorded for
 * the next valuation in the same transaction. Refused with ImportRunningError while sales are imported.
 */
export abstract class SaleExclusions {
  /** The sales that count and have exactly these facts. */
  abstract identify(sales: readonly SaleFacts[]): Promise<readonly StoredSale[]>;

  /** Null when no such sale counts. */
  abstract exclude(decision: SaleDecision): Promise<DecidedSale | null>;

  /** Null when this sale is not excluded. */
  abstract include(decision: SaleDecision): Promise<DecidedSale | null>;

  /** Null when this sale is not excluded. */
  abstract find(key: SaleKey): Promise<SaleExclusion | null>;

  /** The newest first. */
  abstract list(limit: number): Promise<readonly SaleExclusion[]>;
}
