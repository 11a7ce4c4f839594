import type { Cents, Condition, EpochDay, ItemKind, MarketSale } from '@brickmarket/domain';
import type { MonthOfSet } from '../import-journal/import-journal.ts';
import type { ImportOrigin, MergeCounts } from '../ops/system.ts';

/** An observed sale and the item it belongs to. */
export interface IdentifiedSale {
  readonly itemId: number;
  readonly sale: MarketSale;
}

/** Commits by chunks, repeatable. Replaces changed sales and queues valuation. Throws ImportRunningError. */
export abstract class SalesImport {
  /** Absent sales stay. An origin records the import, which makes undo possible. */
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
  /** Null: its import was undone; the decision applies when it is imported again. */
  readonly sale: StoredSale | null;
  /** Published month of this sale, unchanged; null: not published. */
  readonly publishedMonth: MonthOfSet | null;
}

/** A sale that is left out, since when, by whom and why. */
export interface SaleExclusion extends SaleDecision {
  readonly excludedAt: Date;
  /** As last imported; null: undone. */
  readonly sale: StoredSale | null;
}

/** Permanent, across imports, with recorded decisions. Queues valuation. Throws ImportRunningError. */
export abstract class SaleExclusions {
  /** Counted sales with exactly these facts. */
  abstract identify(sales: readonly SaleFacts[]): Promise<readonly StoredSale[]>;

  /** Null: no such sale counts. */
  abstract exclude(decision: SaleDecision): Promise<DecidedSale | null>;

  /** Null: not excluded. */
  abstract include(decision: SaleDecision): Promise<DecidedSale | null>;

  abstract find(key: SaleKey): Promise<SaleExclusion | null>;

  abstract list(limit: number): Promise<readonly SaleExclusion[]>;
}
