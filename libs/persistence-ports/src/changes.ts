import type { EpochDay, ItemKind } from '@brickmarket/domain';
import type { DataKind, DataVersions } from './system.ts';

/** The parts of an item's record that change on their own, each with the kind of data whose version counts it. */
export const DATA_KIND_OF_PART = {
  catalog: 'catalog',
  value: 'market',
  retail: 'retail',
  history: 'market',
} as const satisfies Readonly<Record<string, DataKind>>;

/** A part of an item's record: its facts, its values, its retail prices, its published months. */
export type RecordPart = keyof typeof DATA_KIND_OF_PART;

/** All parts, in the order in which they are listed. */
export const RECORD_PARTS = Object.keys(DATA_KIND_OF_PART) as readonly RecordPart[];

/**
 * A state of the shared data. The version of each kind is raised under a lock that lasts until the commit, so versions
 * are in the order of commits: a reader of one sees all changes up to it. The day counts too: a set retires, and a
 * price grows stale, without any import.
 */
export interface DataPoint {
  readonly versions: DataVersions;
  /** The UTC day for which records are presented. */
  readonly day: EpochDay;
}

/** For how many days changes since a point can be listed. */
export const CURSOR_DAYS = 90;

/** A number whose record is not what it was. */
export interface ItemChange {
  /** Ascending over the pages of a list. */
  readonly key: number;
  readonly kind: ItemKind;
  /** The number by which the item is shown, or was until it got another one. */
  readonly number: string;
  readonly parts: readonly RecordPart[];
  /** What the number says now: an item's own record, another number's, or nothing. */
  readonly outcome: 'changed' | 'renamed' | 'gone';
  /** The number by which the item is shown now; null unless renamed. */
  readonly renamedTo: string | null;
}

/** Some of the changes, and the versions that the read has seen: of these and all before them nothing is missing. */
export interface ChangePage {
  readonly versions: DataVersions;
  readonly changes: readonly ItemChange[];
  readonly hasMore: boolean;
}

/** A number that does not belong to its item any more. */
export interface NumberChange {
  /** Ascending over the pages of a list. */
  readonly key: number;
  readonly kind: ItemKind;
  readonly oldNumber: string;
  /** The number by which the item is shown now; null when it was removed from the catalogue. */
  readonly newNumber: string | null;
  readonly changedAt: Date;
}

/** Some of the numbers that were given up, and the versions that the read has seen. */
export interface NumberPage {
  readonly versions: DataVersions;
  readonly numbers: readonly NumberChange[];
  readonly hasMore: boolean;
  /** False when not all changes of the catalog since the version that was asked for are recorded. */
  readonly areKnown?: boolean;
}

/** Which part of a list is wanted: `limit` lines with keys greater than `afterKey`. */
export interface ChangeRange {
  readonly afterKey: number;
  readonly limit: number;
}

/**
 * The newest change of every item: what a copy of the catalogue must read again. Written by every import, valuation and
 * publication in its own transaction.
 */
export abstract class ItemChanges {
  /** Names this database among all others, and among its own copies that were restored. */
  abstract origin(): Promise<string>;

  /** A secret that this database has in common with no other, for links that all its processes understand. */
  abstract linkSecret(): Promise<string>;

  /** The timeline of the database: a restore to an earlier moment begins a new one, and so does a failover. */
  abstract timeline(): Promise<number>;

  /** How far the data is now. */
  abstract versions(): Promise<DataVersions>;

  /**
   * Numbers whose records differ between a point and now, on `today`, by their keys: one line for each, however often
   * it has changed. May name a few whose records are what they were. A retail price last observed more than
   * `retailStaleDays` ago is not part of a record. Null when not all changes since then are recorded.
   */
  abstract list(
    since: DataPoint,
    today: EpochDay,
    options: ChangeRange & { readonly retailStaleDays: number },
  ): Promise<ChangePage | null>;

  /** Numbers that were given up after a version of the catalogue, by their keys. A number in use again is left out. */
  abstract listNumbers(sinceCatalogVersion: number, range: ChangeRange): Promise<NumberPage>;
}

/** Deletes old changes, so that their list does not grow without bound. */
export abstract class ChangeRetention {
  /** Deletes the changes before an instant; numbers that were given up stay. Returns how many there were. */
  abstract deleteBefore(instant: Date): Promise<number>;
}
