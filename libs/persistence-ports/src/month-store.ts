import type { Condition, EpochDay, EpochMonth } from '@brickmarket/domain';
import type { PublishedMonth } from './month-history.ts';
import type { SaleScope, TakeSaleRun } from './sale-run.ts';

/** A set in one condition, as far as its months are published. */
export interface MonthSeries {
  readonly itemId: number;
  readonly condition: Condition;
  readonly releaseDay: EpochDay | null;
  readonly exitDay: EpochDay | null;
  /** The first and last published month; null before anything was. */
  readonly published: { readonly first: EpochMonth; readonly through: EpochMonth } | null;
}

/** Months of one series that are to be published. */
export interface MonthsToPublish {
  readonly series: MonthSeries;
  readonly first: EpochMonth;
  readonly through: EpochMonth;
  /** Those with sales or an event. */
  readonly months: readonly PublishedMonth[];
}

/** Who changes a published month, and why. */
export interface Restatement {
  readonly series: MonthSeries;
  /** As it is to be from now on. */
  readonly after: PublishedMonth;
  readonly by: string;
  readonly reason: string;
}

/** One publication under way; nobody else publishes meanwhile. */
export interface MonthSession {
  /** Every set in both conditions, or one set. */
  listSeries(setNumber?: string): Promise<readonly MonthSeries[]>;
  readSales(scope: SaleScope, take: TakeSaleRun): Promise<void>;
  /** Publishes months, all at once. Months that are published already stay as they are. */
  publish(months: Iterable<MonthsToPublish>): Promise<void>;
  /** Changes published months and keeps what they were. Returns them as they were; null where nothing was said of that month. */
  restate(restatements: readonly Restatement[]): Promise<readonly (PublishedMonth | null)[]>;
}

/** Where months are published. */
export abstract class MonthStore {
  /** Begins a publication. While one runs, a second is refused with ComputationRunningError. */
  abstract run<Result>(work: (session: MonthSession) => Promise<Result>): Promise<Result>;
}
