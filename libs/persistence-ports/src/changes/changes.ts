import type { EpochDay, ItemKind } from '@brickmarket/domain';
import type { DataKind, DataVersions } from '../ops/system.ts';

/** Parts that change separately, with the data kind whose version counts each. */
export const DATA_KIND_OF_PART = {
  catalog: 'catalog',
  value: 'market',
  retail: 'retail',
  history: 'market',
} as const satisfies Readonly<Record<string, DataKind>>;

export type RecordPart = keyof typeof DATA_KIND_OF_PART;

/** All parts, in the order in which they are listed. */
export const RECORD_PARTS = Object.keys(DATA_KIND_OF_PART) as readonly RecordPart[];

/** Versions are in commit order. The day matters: sets retire and prices grow stale without imports. */
export interface DataPoint {
  readonly versions: DataVersions;
  readonly day: EpochDay;
}

/** For how many days changes since a point can be listed. */
export const CURSOR_DAYS = 90;

/** A number whose record is not what it was. */
export interface ItemChange {
  /** Ascending over pages. */
  readonly key: number;
  readonly kind: ItemKind;
  /** Number shown, or the earlier one of a renamed item. */
  readonly number: string;
  readonly parts: readonly RecordPart[];
  /** What the number refers to now. */
  readonly outcome: 'changed' | 'renamed' | 'gone';
  readonly renamedTo: string | null;
}

/** Complete up to the versions the read saw. */
export interface ChangePage {
  readonly versions: DataVersions;
  readonly changes: readonly ItemChange[];
  readonly hasMore: boolean;
}

/** A number that does not belong to its item any more. */
export interface NumberChange {
  readonly key: number;
  readonly kind: ItemKind;
  readonly oldNumber: string;
  readonly newNumber: string | null;
  readonly changedAt: Date;
}

/** Some of the numbers that were given up, and the versions that the read has seen. */
export interface NumberPage {
  readonly versions: DataVersions;
  readonly numbers: readonly NumberChange[];
  readonly hasMore: boolean;
  /** False: changes since the requested version are not all recorded. */
  readonly areKnown?: boolean;
}

/** Keys greater than `afterKey`. */
export interface ChangeRange {
  readonly afterKey: number;
  readonly limit: number;
}

/** Newest change of every item, written in the transaction of each import, valuation and publication. */
export abstract class ItemChanges {
  /** Distinguishes this database from others and from restored copies. */
  abstract origin(): Promise<string>;

  /** Secret of this database for links that all its processes verify. */
  abstract linkSecret(): Promise<string>;

  /** A restore or failover starts a new timeline. */
  abstract timeline(): Promise<number>;

  abstract versions(): Promise<DataVersions>;

  /** Numbers whose records may differ from a point on `today`, by key. Null: changes are not all recorded. */
  abstract list(
    since: DataPoint,
    today: EpochDay,
    options: ChangeRange & { readonly retailStaleDays: number },
  ): Promise<ChangePage | null>;

  /** Items whose records of the given kinds changed since. Null: unknown, too many, or numbers were given up. */
  abstract listItems(since: Partial<DataVersions>): Promise<readonly number[] | null>;

  /** Given-up numbers after a catalog version, by key; reused ones are excluded. */
  abstract listNumbers(sinceCatalogVersion: number, range: ChangeRange): Promise<NumberPage>;
}

/** Deletes old changes, so that their list does not grow without bound. */
export abstract class ChangeRetention {
  /** Given-up numbers stay. Returns how many were deleted. */
  abstract deleteBefore(instant: Date): Promise<number>;
}
