import type { Cents, Condition, DataTier, EpochDay, ShelfLife } from '@brickmarket/domain';

/** Sales of one item and condition, mostly by day. Arrays are reused once the handler returns: copy them. */
export interface SaleSeries {
  readonly itemId: number;
  readonly condition: Condition;
  readonly length: number;
  readonly day: Int32Array;
  /** Per unit. */
  readonly priceCents: Int32Array;
  /** Capped at 255. */
  readonly quantity: Int32Array;
  /** Source as a number from 0 to 255; many sources share numbers. */
  readonly source: Int32Array;
}

/** At most one series per item and condition; both of an item in succession. */
export type SaleSeriesHandler = (series: SaleSeries) => void;

/** The items with ids from `first` up to and including `last`. */
export interface ItemRange {
  readonly first: number;
  readonly last: number;
}

/** Days later than `after`, and earlier days of some items. */
export interface SaleReach {
  readonly after: EpochDay;
  readonly older?: { readonly itemIds: readonly number[]; readonly after: EpochDay } | undefined;
  /** Items without a sale after `since`: the last `days` days up to their last sale. */
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
  /** Central 80 % predictive range of the next sale. */
  readonly lowCents: Cents;
  readonly highCents: Cents;
  readonly tier: DataTier;
  readonly calculatedAt: Date;
}

/** Null: unknown. */
export interface ItemToValue extends ShelfLife {
  readonly itemId: number;
  readonly isMinifig: boolean;
  /** Category of a minifig. */
  readonly theme: string | null;
  readonly listPriceCents: Cents | null;
  /** Lowest recent price by the retailer itself. */
  readonly retailPriceCents: Cents | null;
  /** Lowest recent price by other sellers on a retailer's page. */
  readonly thirdPartyPriceCents?: Cents | null;
  /** Lowest price last shown by any seller on recently observed pages; null: never shown. */
  readonly lastPriceCents?: Cents | null;
  /** Hash of the fields above. The last two count only without a list price, as other sellers' prices change daily. */
  readonly factsKey: string;
  /** Last change to its sales; null: none since it was valued. */
  readonly salesRevision: string | null;
  readonly isValued: boolean;
  /** Whether any of its values uses its own sales. */
  readonly isBacked: boolean;
}

/** The state that earlier valuation runs have stored. */
export interface EarlierRuns {
  readonly asOf: EpochDay;
  readonly model: unknown;
  readonly modelAsOf: EpochDay;
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

/** Cents per copy by plain methods; null: no estimate. */
export interface BaselineValues {
  readonly average6m: Cents | null;
  readonly quantityAverage6m: Cents | null;
  readonly lastSale: Cents | null;
  readonly median30d: Cents | null;
}

/** Value per copy from a day on; null: unknown. */
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
  /** Values before the as-of day of items without earlier values or sales behind them. Replaces stored ones. */
  readonly pastValues: Iterable<PastValue>;
  readonly salesRead: number;
}

/** When a run was made, and with what. */
export interface RunRecord {
  readonly asOf: EpochDay;
  readonly calculatedAt: Date;
  /** First day served: `asOf` or later, when a past day is valued. */
  readonly servedOn: EpochDay;
  /** Learned from the whole market; null: an earlier model was used. */
  readonly model: unknown;
}

/** Everything a run has computed. */
export interface FinishedRun extends ValuedItems, RunRecord {}

/** What the shards of a valuation have in common. */
export interface ShardedRun {
  readonly asOf: EpochDay;
  /** Older observations of retail prices are ignored. */
  readonly retailSince: Date;
  /** Items are divided by their sales after this day. */
  readonly after: EpochDay;
  /** Whether the market outgrew the earlier model. */
  readonly hasOutgrown: boolean;
  readonly model: unknown;
}

/** A part of the items of a valuation that is divided among workers. */
export interface ValuationShard extends ShardedRun {
  /** Every item of the run is in one shard. */
  listItems(): Promise<readonly ItemToValue[]>;
  /** Up to and including the as-of day. */
  readSales(reach: SaleReach, handle: SaleSeriesHandler): Promise<void>;
}

/** A run that was divided. */
export interface ShardedRunRecord extends RunRecord {
  /** Sales in the window of a full run; null: as many as the shards read. */
  readonly sales: number | null;
}

/** What the shards of a run have come to. */
export interface PublishedShards {
  readonly items: number;
  readonly sales: number;
  readonly changed: number;
}

/** Excludes other valuations. */
export interface ValuationSession {
  /** Null before the first run. */
  findEarlierRuns(): EarlierRuns | null;
  /** All items, or every `stride`-th by id. Ignores retail prices observed before `retailSince`. */
  listItems(retailSince: Date, stride?: number): Promise<readonly ItemToValue[]>;
  /** New items, and those whose sales, facts or status changed since valuation. */
  listChangedItems(asOf: EpochDay, retailSince: Date): Promise<readonly ItemToValue[]>;
  estimateSales(scope: SaleScope): Promise<number>;
  readSales(scope: SaleScope, handle: SaleSeriesHandler): Promise<void>;
  /** One transaction; also scores new sales up to the as-of day. Returns how many values changed. */
  publish(run: FinishedRun): Promise<number>;
  /** Makes at most `shards` shards of similar sales for idle workers, and deletes shards of earlier runs. */
  divide(run: ShardedRun, itemIds: 'all' | readonly number[], shards: number): Promise<void>;
  countShardsLeft(): Promise<number>;
  /** As `publish`. ConflictError: a shard is not valued yet. */
  publishShards(run: ShardedRunRecord): Promise<PublishedShards>;
  forgetShards(): Promise<void>;
  /** One transaction, with history and scores. Ranges are right only after all items are valued again. */
  undoRunsAfter(day: EpochDay): Promise<{ readonly runs: number; readonly items: number }>;
}

/** Provides the inputs of valuations and stores their results. */
export abstract class ValuationStore {
  abstract run<Result>(work: (session: ValuationSession) => Promise<Result>): Promise<Result>;

  /** Values free shards, each in one transaction; a dead process frees its shard. Returns how many. */
  abstract valueShards(value: (shard: ValuationShard) => Promise<ValuedItems>): Promise<number>;
}
