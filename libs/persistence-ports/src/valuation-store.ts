import type { Cents, Condition, DataTier, EpochDay, ShelfLife } from '@brickmarket/domain';
import { ConflictError } from '@brickmarket/domain';
import type { SaleScope, TakeSaleRun } from './sale-run.ts';

/** Another process is computing the same; this one has not begun. */
export class ComputationRunningError extends ConflictError {
  constructor(subject: string) {
    super(`Another process is working on the ${subject} of this database: wait until it is done, then try again`);
  }
}

/** An item with all that its value depends on beside sales. Null means unknown. */
export interface ItemToValue extends ShelfLife {
  readonly itemId: number;
  readonly isMinifig: boolean;
  /** A minifig's category stands for its theme. */
  readonly theme: string | null;
  readonly listPriceCents: Cents | null;
  /** The lowest price at which a retailer itself sells it; null when none was seen to of late. */
  readonly retailPriceCents: Cents | null;
  /** Stands for the facts: an item with another key has changed. */
  readonly factsKey: string;
  /** Its sales as they were when it was last marked as changed; null when they have not changed since it was valued. */
  readonly mark: string | null;
  readonly isValued: boolean;
}

/** What earlier runs have left. */
export interface EarlierRuns {
  /** The day of the last run. */
  readonly asOf: EpochDay;
  /** What the last full run learned, as it gave it, its day, and from how many sales. */
  readonly model: unknown;
  readonly modelAsOf: EpochDay;
  readonly modelSales: number;
}

/** A computed value; null where none could be computed. */
export interface ComputedValue {
  readonly itemId: number;
  readonly condition: Condition;
  readonly price: { readonly valueCents: Cents; readonly lowCents: Cents; readonly highCents: Cents } | null;
  readonly tier: DataTier;
}

/** What one copy was worth from a day on; null is unknown. */
export interface PastValue {
  readonly itemId: number;
  readonly condition: Condition;
  readonly day: EpochDay;
  readonly valueCents: Cents | null;
}

/** All that a run has computed. */
export interface FinishedRun {
  readonly asOf: EpochDay;
  readonly calculatedAt: Date;
  readonly items: readonly ItemToValue[];
  readonly values: Iterable<ComputedValue>;
  /** Values before the as-of day of items that had none yet. */
  readonly pastValues: Iterable<PastValue>;
  readonly salesRead: number;
  /** What was learned from the whole market; null when an earlier model was used. */
  readonly model: unknown;
}

/** One valuation under way; nobody else values meanwhile. */
export interface ValuationSession {
  /** Null before the first run. */
  findEarlierRuns(): EarlierRuns | null;
  /** All items. A retail price that was last seen before `retailSince` is not known. */
  listItems(retailSince: Date): Promise<readonly ItemToValue[]>;
  /** Items that are new, or whose sales, facts or status have changed since they were valued. */
  listChangedItems(asOf: EpochDay, retailSince: Date): Promise<readonly ItemToValue[]>;
  readSales(scope: SaleScope, take: TakeSaleRun): Promise<void>;
  /** Puts a run in force, all of it at once. Returns how many values are other than before. */
  publish(run: FinishedRun): Promise<number>;
}

/** Where values are computed from and kept. */
export abstract class ValuationStore {
  /** Begins a valuation. While one runs, a second is refused with ComputationRunningError. */
  abstract run<Result>(work: (session: ValuationSession) => Promise<Result>): Promise<Result>;
}
