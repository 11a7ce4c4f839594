import type { Cents, Condition, EpochDay, EpochMonth, SetInCondition, ThemeMove } from '@brickmarket/domain';
import type { SaleScope, SaleSeriesHandler } from './market.ts';

/** One published month. Without sales the prices are null. */
export interface PublishedMonth {
  readonly month: EpochMonth;
  readonly valueCents: Cents | null;
  readonly lowCents: Cents | null;
  readonly highCents: Cents | null;
  readonly salesCount: number;
  readonly event: string | null;
}

/** The published months of a set in one condition. */
export interface SetMonths {
  readonly setNumber: string;
  /** All months from the first to the last are published; null as long as none is. */
  readonly published: { readonly first: EpochMonth; readonly through: EpochMonth } | null;
  /** Those with sales or an event, oldest first; in the others there was neither. */
  readonly months: readonly PublishedMonth[];
}

/** Reads published months, shared by all accounts. */
export abstract class MonthHistory {
  /** The sets with these canonical numbers, by number; numbers without a set are absent. */
  abstract findByNumbers(setNumbers: readonly string[], condition: Condition): Promise<ReadonlyMap<string, SetMonths>>;

  /** How many sales of incomplete copies of a set are known; neither its values nor its months count them. */
  abstract countIncomplete(setNumber: string): Promise<Readonly<Record<Condition, number>>>;
}

/** A set in one condition, and how far its months are published. */
export interface MonthSeries {
  readonly itemId: number;
  readonly condition: Condition;
  /** Null when unknown. */
  readonly releaseDay: EpochDay | null;
  /** The last day on sale; null when unknown. */
  readonly exitDay: EpochDay | null;
  /** The first and last published month; null as long as none is. */
  readonly published: { readonly first: EpochMonth; readonly through: EpochMonth } | null;
}

/** Months of one series that are to be published: all from `first` through `through`. */
export interface MonthsToPublish {
  readonly series: MonthSeries;
  readonly first: EpochMonth;
  readonly through: EpochMonth;
  /** Those with sales or an event. */
  readonly months: readonly PublishedMonth[];
}

/** A correction of a published month, with who made it and why. */
export interface Restatement {
  readonly series: MonthSeries;
  /** The month as it is from now on. */
  readonly after: PublishedMonth;
  readonly by: string;
  readonly reason: string;
}

/** A published month that may have got its first sales. */
export interface BackfilledMonth {
  readonly itemId: number;
  readonly condition: Condition;
  readonly month: PublishedMonth;
}

/** A set whose sales have changed since its published months were last compared with them. */
export interface MonthRecheck {
  readonly itemId: number;
  /** Identifies the last change that a valuation has read; null when no valuation has read one yet. */
  readonly revision: string | null;
}

/** Who changes published months, and why. */
export interface RestatementTrace {
  readonly by: string;
  readonly reason: string;
}

/** One publication in progress; no other process publishes meanwhile. */
export interface MonthSession {
  /** Every set in both conditions, or one set; by item id, then condition. */
  listSeries(setNumber?: string): Promise<readonly MonthSeries[]>;
  readSales(scope: SaleScope, handle: SaleSeriesHandler): Promise<void>;
  /** Publishes months in one transaction. Months that are published already stay as they are. */
  publish(months: Iterable<MonthsToPublish>): Promise<void>;
  /** By item id. */
  listRechecked(): Promise<readonly MonthRecheck[]>;
  /**
   * Publishes months again that were published without any sale, in one transaction, and stores that it was done and
   * why. Months that had sales stay as they are. The sets given need not be compared again, but for those whose
   * sales have changed since they were listed. Returns how many months have changed.
   */
  backfillMonths(
    months: Iterable<BackfilledMonth>,
    rechecked: readonly MonthRecheck[],
    trace: RestatementTrace,
  ): Promise<number>;
  /**
   * Changes published months and stores what they were. Returns them as they were; null for a month without sales or
   * event.
   */
  restate(restatements: readonly Restatement[]): Promise<readonly (PublishedMonth | null)[]>;
}

/** Publishes months. A published month never changes but by a restatement. */
export abstract class MonthStore {
  /** Begins a publication. While one runs, a second is refused with ComputationRunningError. */
  abstract run<Result>(work: (session: MonthSession) => Promise<Result>): Promise<Result>;
}

/**
 * The value steps of one set in one condition: the entries `start` to `end` (exclusive) of a table that many sets
 * share, so that steps cost no objects. Two numbers each, the day and the cents of one unit from that day on, negative
 * when unknown. Days ascend.
 */
export interface ValueStepRange {
  readonly table: Int32Array;
  readonly start: number;
  readonly end: number;
}

/** A set and its value steps in one condition. */
export interface SetValueSteps {
  readonly setNumber: string;
  readonly title: string;
  readonly theme: string;
  /** Whether its value today rests on no recent sales. */
  readonly isEstimated: boolean;
  /** Null when the set was never valued in that condition. */
  readonly steps: ValueStepRange | null;
}

/** How the value of a sealed copy of a set has moved. */
export interface SetMove {
  readonly setNumber: string;
  readonly beforeCents: Cents;
  readonly nowCents: Cents;
}

/** Reads which sets have moved most, shared by all accounts. */
export abstract class MarketMovers {
  /**
   * The sets whose value has risen and fallen most, in percent, since a day; the largest moves first, then by number.
   * Only values of high or medium confidence and of at least `leastCents` before count.
   */
  abstract list(
    since: EpochDay,
    options: { readonly limit: number; readonly leastCents: Cents },
  ): Promise<{ readonly risen: readonly SetMove[]; readonly fallen: readonly SetMove[] }>;
}

/** Reads how the sets of themes have moved, shared by all accounts. */
export abstract class ThemeMoves {
  /** Of each theme in both conditions, from the values in force on one day to those in force on another. */
  abstract list(
    themes: readonly string[],
    days: { readonly before: EpochDay; readonly now: EpochDay },
  ): Promise<readonly ThemeMove[]>;
}

/** Reads what sets were worth on any day, shared by all accounts. */
export abstract class SetValueHistory {
  /**
   * The steps of each set in its condition from `from` to `until`, both included, and the one in force before, in the
   * order asked. Every id must be a set's. Thousands may be asked for at once.
   */
  abstract read(
    wanted: readonly SetInCondition[],
    span: { readonly from: EpochDay; readonly until: EpochDay },
  ): Promise<readonly SetValueSteps[]>;
}
