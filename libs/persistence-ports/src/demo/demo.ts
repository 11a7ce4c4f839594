import type { PriceChangeFold, PriceFold } from '../retail/retail.ts';

/** The demo market that was loaded into a database. */
export interface LoadedDemo {
  readonly seed: string;
  readonly asOf: Date;
  readonly sets: number;
  readonly minifigs: number;
  readonly years: number;
  /** Catalog it is invented on, such as `rebrickable-2026-04`; in demos of earlier versions how it trades. */
  readonly profile: string;
  /** Null while loading, and permanently if interrupted. */
  readonly finishedAt: Date | null;
}

/** Rows that went with a demo market. */
export interface RemovedMarket {
  readonly sales: number;
  readonly retailObservations: number;
  /** Sets whose list price, dates or barcodes went. */
  readonly setDetails: number;
  readonly events: number;
}

/** Prevents loading a demo over real data. */
export abstract class DemoRecord {
  abstract find(): Promise<LoadedDemo | null>;

  abstract begin(demo: Omit<LoadedDemo, 'finishedAt'>): Promise<void>;

  /** Marks it complete; with an instant, extended until then. */
  abstract finish(asOf?: Date): Promise<void>;

  /**
   * Deletes what the imports of a demo stored, except the catalog, and everything derived from any market. Repeatable.
   * Throws ImportRunningError.
   */
  abstract removeMarket(folds: {
    readonly fold: PriceFold;
    readonly changesOf: PriceChangeFold;
  }): Promise<RemovedMarket>;

  abstract forget(): Promise<void>;
}
