import type { Cents, Condition, EpochDay, EpochMonth, SetInCondition, ThemeMove } from '@brickmarket/domain';
import type { SaleScope, SaleSeriesHandler } from './market.ts';

/** Prices are null without sales. */
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
  /** Every month in the range is published; null: none is. */
  readonly published: { readonly first: EpochMonth; readonly through: EpochMonth } | null;
  /** Only months with sales or an event, oldest first. */
  readonly months: readonly PublishedMonth[];
}

/** Reads published months, shared by all accounts. */
export abstract class MonthHistory {
  /** By canonical number; unknown numbers are absent. */
  abstract findByNumbers(setNumbers: readonly string[], condition: Condition): Promise<ReadonlyMap<string, SetMonths>>;

  /** Sales of incomplete copies, excluded from values and months. */
  abstract countIncomplete(setNumber: string): Promise<Readonly<Record<Condition, number>>>;
}

/** A set in one condition, and how far its months are published. */
export interface MonthSeries {
  readonly itemId: number;
  readonly condition: Condition;
  readonly releaseDay: EpochDay | null;
  readonly exitDay: EpochDay | null;
  readonly published: { readonly first: EpochMonth; readonly through: EpochMonth } | null;
}

/** Months of one series that are to be published: all from `first` through `through`. */
export interface MonthsToPublish {
  readonly series: MonthSeries;
  readonly first: EpochMonth;
  readonly through: EpochMonth;
  readonly months: readonly PublishedMonth[];
}

/** A correction of a published month, with who made it and why. */
export interface Restatement {
  readonly series: MonthSeries;
  readonly after: PublishedMonth;
  readonly by: string;
  readonly reason: string;
}

/** A published month that may have its first sales now. */
export interface BackfilledMonth {
  readonly itemId: number;
  readonly condition: Condition;
  readonly month: PublishedMonth;
}

/** A set whose sales changed after its published months were compared. */
export interface MonthRecheck {
  readonly itemId: number;
  /** Last change that a valuation read; null: none yet. */
  readonly revision: string | null;
  readonly soldSince: EpochDay;
}

/** Who changes published months, and why. */
export interface RestatementTrace {
  readonly by: string;
  readonly reason: string;
}

type Streamed<Row> = Iterable<Row> | AsyncIterable<Row>;

/** Excludes other publishing processes. */
export interface MonthSession {
  /** One set or all, both conditions; by item id, then condition. */
  listSeries(setNumber?: string): Promise<readonly MonthSeries[]>;
  readSales(scope: SaleScope, handle: SaleSeriesHandler): Promise<void>;
  /** One transaction. Already published months stay. */
  publish(months: Streamed<MonthsToPublish>): Promise<void>;
  listRechecked(): Promise<readonly MonthRecheck[]>;
  /** Publishes months without sales again, in one transaction, and clears unchanged rechecks. Returns how many. */
  backfillMonths(
    months: Streamed<BackfilledMonth>,
    rechecked: readonly MonthRecheck[],
    trace: RestatementTrace,
  ): Promise<number>;
  /** Stores and returns the months as they were; null for one without sales or event. */
  restate(restatements: readonly Restatement[]): Promise<readonly (PublishedMonth | null)[]>;
}

/** Published months change only by restatement. */
export abstract class MonthStore {
  abstract run<Result>(work: (session: MonthSession) => Promise<Result>): Promise<Result>;
}

/** Entries `start` to `end` (exclusive) of a shared table: day and cents per unit, negative if unknown. Days ascend. */
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
  /** Today's value has no recent sales behind it. */
  readonly isEstimated: boolean;
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
  /** Largest moves in percent since a day, then by number. Needs high or medium confidence and `leastCents` before. */
  abstract list(
    since: EpochDay,
    options: { readonly limit: number; readonly leastCents: Cents },
  ): Promise<{ readonly risen: readonly SetMove[]; readonly fallen: readonly SetMove[] }>;
}

/** Reads how the sets of themes have moved, shared by all accounts. */
export abstract class ThemeMoves {
  /** Per theme and condition, between the values on two days. */
  abstract list(
    themes: readonly string[],
    days: { readonly before: EpochDay; readonly now: EpochDay },
  ): Promise<readonly ThemeMove[]>;
}

/** Reads what sets were worth on any day, shared by all accounts. */
export abstract class SetValueHistory {
  /** Steps from `from` to `until` inclusive plus the one in force before, in request order. */
  abstract read(
    wanted: readonly SetInCondition[],
    span: { readonly from: EpochDay; readonly until: EpochDay },
  ): Promise<readonly SetValueSteps[]>;
}
