import type { Cents, Condition, DataTier, EpochDay, ShelfLife } from '@brickmarket/domain';

/**
 * The sales of one item in one condition as columns, so that millions of them cost no objects; mostly ordered by day.
 * The arrays are reused for the next series as soon as the handler returns: copy what is needed later.
 */
export interface SaleSeries {
  readonly itemId: number;
  readonly condition: Condition;
  /** How many entries of each column are valid. */
  readonly length: number;
  readonly day: Int32Array;
  /** Per unit. */
  readonly priceCents: Int32Array;
  /** Capped at 255. */
  readonly quantity: Int32Array;
  /** Which source reported it, as a number from 0 to 255; of very many sources some share one. */
  readonly source: Int32Array;
}

/** Receives the sales that are read: at most one series for each item and condition, both of an item in succession. */
export type SaleSeriesHandler = (series: SaleSeries) => void;

/** The items with ids from `first` up to and including `last`. */
export interface ItemRange {
  readonly first: number;
  readonly last: number;
}

/** How far back to read sales: on days later than `after`, and of some of the items on earlier days, too. */
export interface SaleReach {
  readonly after: EpochDay;
  readonly older?: { readonly itemIds: readonly number[]; readonly after: EpochDay } | undefined;
  /** Of items without a sale later than this day the sales of so many days up to their last one, too, however old. */
  readonly quiet?: { readonly since: EpochDay; readonly days: number } | undefined;
}

/** Which sales to read: of all items or of some, up to and including `until`. */
export interface SaleScope extends SaleReach {
  readonly itemIds: 'all' | readonly number[] | ItemRange;
  readonly until: EpochDay;
}

/** What one copy of an item is worth by the last valuation. */
export interface CurrentValue {
  readonly valueCents: Cents;
  /** The central 80 % predictive range of its next sale. */
  readonly lowCents: Cents;
  readonly highCents: Cents;
  readonly tier: DataTier;
  readonly calculatedAt: Date;
}

/** An item with everything its value depends on beside sales. Null means unknown. */
export interface ItemToValue extends ShelfLife {
  readonly itemId: number;
  readonly isMinifig: boolean;
  /** For a minifig its category. */
  readonly theme: string | null;
  readonly listPriceCents: Cents | null;
  /** The lowest price at which a retailer itself sells it; null when none was observed recently. */
  readonly retailPriceCents: Cents | null;
  /** The lowest price at which others offer it on a retailer's page; null when none was observed recently. */
  readonly thirdPartyPriceCents?: Cents | null;
  /** The lowest price that pages observed recently show or showed last, by anybody; null when they never did. */
  readonly lastPriceCents?: Cents | null;
  /**
   * A hash of the facts above: an item with another key has changed. The last two count only without a list price:
   * others' prices change every day, and the value of a set with a list price does not depend on them.
   */
  readonly factsKey: string;
  /** Identifies the last change to its sales; null when there has been none since it was valued. */
  readonly salesRevision: string | null;
  readonly isValued: boolean;
  /** Whether its value, in any condition, rests on sales of its own. */
  readonly isBacked: boolean;
}

/** The state that earlier valuation runs have stored. */
export interface EarlierRuns {
  /** The day of the last run. */
  readonly asOf: EpochDay;
  /** What the last full run learned, as it was published. */
  readonly model: unknown;
  /** The day of the last full run. */
  readonly modelAsOf: EpochDay;
  /** How many sales the model was learned from. */
  readonly modelSales: number;
}

/** A computed value of one copy; the price is null where none could be computed. */
export interface ComputedValue {
  readonly itemId: number;
  readonly condition: Condition;
  readonly price: { readonly valueCents: Cents; readonly lowCents: Cents; readonly highCents: Cents } | null;
  readonly tier: DataTier;
  readonly baselines: BaselineValues;
}

/** What plain methods say of one copy with the same sales, in cents; null where a method says nothing. */
export interface BaselineValues {
  readonly average6m: Cents | null;
  readonly quantityAverage6m: Cents | null;
  readonly lastSale: Cents | null;
  readonly median30d: Cents | null;
}

/** What one copy was worth from a day on; null is unknown. */
export interface PastValue {
  readonly itemId: number;
  readonly condition: Condition;
  readonly day: EpochDay;
  readonly valueCents: Cents | null;
}

/** What was computed for some items. */
export interface ValuedItems {
  readonly items: readonly ItemToValue[];
  readonly values: Iterable<ComputedValue>;
  /**
   * Values before the as-of day of items that had none yet, or none backed by sales. Replaces what was said of those
   * days.
   */
  readonly pastValues: Iterable<PastValue>;
  /** How many sales were read. */
  readonly salesRead: number;
}

/** When a run was made, and with what. */
export interface RunRecord {
  readonly asOf: EpochDay;
  readonly calculatedAt: Date;
  /** The day on which its values begin to be served: never before `asOf`, later when a past day is valued. */
  readonly servedOn: EpochDay;
  /** What was learned from the whole market; null when an earlier model was used. */
  readonly model: unknown;
}

/** Everything a run has computed. */
export interface FinishedRun extends ValuedItems, RunRecord {}

/** What the shards of a valuation have in common. */
export interface ShardedRun {
  readonly asOf: EpochDay;
  /** A retail price that was last observed before counts as unknown. */
  readonly retailSince: Date;
  /** Items are divided by their sales on later days. */
  readonly after: EpochDay;
  /** Whether the market has grown too much for the model before this one. */
  readonly hasOutgrown: boolean;
  readonly model: unknown;
}

/** A part of the items of a valuation that is divided among workers. */
export interface ValuationShard extends ShardedRun {
  /** Its items. Every item of the run belongs to one shard. */
  listItems(): Promise<readonly ItemToValue[]>;
  /** The sales of its items, up to and including the as-of day. */
  readSales(reach: SaleReach, handle: SaleSeriesHandler): Promise<void>;
}

/** A run that was divided. */
export interface ShardedRunRecord extends RunRecord {
  /** How many sales there are in the time that a full run looks at; null: as many as its shards have read. */
  readonly sales: number | null;
}

/** What the shards of a run have come to. */
export interface PublishedShards {
  readonly items: number;
  readonly sales: number;
  /** How many values differ from before. */
  readonly changed: number;
}

/** One valuation in progress; no other process begins one meanwhile. */
export interface ValuationSession {
  /** Null before the first run. */
  findEarlierRuns(): EarlierRuns | null;
  /**
   * All items, or every `stride`-th one in the order of their ids. A retail price that was last observed before
   * `retailSince` counts as unknown.
   */
  listItems(retailSince: Date, stride?: number): Promise<readonly ItemToValue[]>;
  /** Items that are new, or whose sales, facts or status have changed since they were valued. */
  listChangedItems(asOf: EpochDay, retailSince: Date): Promise<readonly ItemToValue[]>;
  /** About how many sales `readSales` would read. */
  estimateSales(scope: SaleScope): Promise<number>;
  readSales(scope: SaleScope, handle: SaleSeriesHandler): Promise<void>;
  /**
   * Stores a run in one transaction, and scores the sales that have arrived, up to and including the as-of day, against
   * what was served before each was sold. Returns how many values differ from before.
   */
  publish(run: FinishedRun): Promise<number>;
  /**
   * Divides all items or some into this many shards, or fewer, with about the same number of sales, and has idle
   * workers value them. Shards of an earlier run are forgotten.
   */
  divide(run: ShardedRun, itemIds: 'all' | readonly number[], shards: number): Promise<void>;
  /** How many shards are not valued yet. */
  countShardsLeft(): Promise<number>;
  /** Stores what all shards have come to as `publish` does. Throws ConflictError when one is not valued yet. */
  publishShards(run: ShardedRunRecord): Promise<PublishedShards>;
  /** Forgets the shards of this run, and what they have come to. */
  forgetShards(): Promise<void>;
  /**
   * Takes back, in one transaction, runs dated after a day, with their history and scores. Values become those of the
   * day; ranges are right again only when all items have been valued next.
   */
  undoRunsAfter(day: EpochDay): Promise<{ readonly runs: number; readonly items: number }>;
}

/** Provides the inputs of valuations and stores their results. */
export abstract class ValuationStore {
  /** Begins a valuation. While one runs, a second is refused with ComputationRunningError. */
  abstract run<Result>(work: (session: ValuationSession) => Promise<Result>): Promise<Result>;

  /**
   * Values shards of the valuation in progress that no other process has, one after the other, until none is free.
   * What a shard comes to is stored in one transaction; when the process dies before, the shard is free again. Returns
   * how many shards were valued.
   */
  abstract valueShards(value: (shard: ValuationShard) => Promise<ValuedItems>): Promise<number>;
}
