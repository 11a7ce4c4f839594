import {
  type CatalogSet,
  type Condition,
  type EpochDay,
  type ItemKind,
  type LegoSet,
  type Minifig,
  MinifigNumberIndex,
  type MinifigNumbers,
  type NumberedMinifig,
  type PriceState,
  type Retailer,
  type SetDetails,
  setNumberCandidates,
  type SetMinifig,
  type SetRename,
  type ShelfLife,
} from '@brickmarket/domain';
import type { CurrentValue } from '../values/market.ts';
import type { ImportOrigin, MergeCounts } from '../ops/system.ts';

/** What one retailer asks for a set. */
export interface RetailerOffer extends Pick<
  PriceState,
  'priceCents' | 'listPriceCents' | 'sellerType' | 'inStock' | 'productUrl' | 'lastCheckedAt'
> {
  readonly retailer: Retailer;
}

/** A set with its minifigures, its retail offers and its values. */
export interface SetRecord {
  readonly set: LegoSet;
  /** Copies counted. */
  readonly minifigCount: number;
  /** Distinct numbers as shown, ascending. */
  readonly minifigNumbers: readonly string[];
  readonly offers: readonly RetailerOffer[];
  readonly values: Readonly<Record<Condition, CurrentValue | null>>;
}

/** What a set is found by and shown as in a list of results. */
export interface SetIdentity extends ShelfLife {
  readonly setNumber: string;
  readonly title: string;
  readonly theme: string;
  readonly subtheme: string | null;
  readonly pieces: number;
  readonly imageUrl: string | null;
}

/** A theme and how many sets it has. */
export interface ThemeCount {
  readonly theme: string;
  readonly setCount: number;
}

/** What a set is called. */
export interface SetName {
  readonly setNumber: string;
  readonly title: string;
}

/** Reads the sets of the catalog, shared by all accounts. */
export abstract class SetCatalog {
  /** By current or earlier canonical number; unknown numbers are absent. */
  abstract findByNumbers(setNumbers: readonly string[]): Promise<ReadonlyMap<string, SetRecord>>;

  abstract findNames(setIds: readonly number[]): Promise<ReadonlyMap<number, SetName>>;

  /** One snapshot in batches: newest year first (unknown last), then by number. */
  abstract streamIdentities(): AsyncIterable<readonly SetIdentity[]>;

  /** In any order. */
  abstract listIdentities(setIds: readonly number[]): Promise<readonly SetIdentity[]>;

  /** Set with values in both conditions and most published sales, ties by number; null: none has both. */
  abstract findMostSold(): Promise<string | null>;

  /** By name in code point order. */
  abstract listThemes(): Promise<readonly ThemeCount[]>;
}

/** A minifigure with the sets it comes in. */
export interface MinifigRecord {
  readonly minifig: NumberedMinifig;
  readonly setNumbers: readonly string[];
  readonly value: CurrentValue | null;
}

/** Reads the minifigures of the catalog, shared by all accounts. */
export abstract class MinifigCatalog {
  /** By either number, ignoring case, keyed as requested; unknown numbers are absent. */
  abstract findByNumbers(minifigNumbers: readonly string[]): Promise<ReadonlyMap<string, MinifigRecord>>;

  /** One snapshot in batches: newest year first (unknown last), then by the number shown. */
  abstract streamIdentities(): AsyncIterable<readonly NumberedMinifig[]>;

  /** In any order. */
  abstract listIdentities(minifigIds: readonly number[]): Promise<readonly NumberedMinifig[]>;
}

/** The id and the numbers of a minifigure. */
export interface MinifigId extends Pick<NumberedMinifig, 'minifigNumber' | 'marketplaceNumber'> {
  readonly id: number;
}

/** What a set is recognized by, apart from its number. */
export type KnownSetName = Pick<LegoSet, 'title' | 'theme'> & Partial<Pick<LegoSet, 'year' | 'upc' | 'ean'>>;

/** The ids of all items of the catalog, by number. */
export class ItemIds {
  readonly minifigs: ReadonlyMap<string, number>;
  readonly minifigNumbers: MinifigNumberIndex<MinifigId>;

  constructor(
    readonly sets: ReadonlyMap<string, number>,
    minifigs: readonly MinifigId[],
    /** Current numbers by earlier numbers that no set has. */
    private readonly setNumbersNow: ReadonlyMap<string, string> = new Map(),
    readonly setNames: ReadonlyMap<string, KnownSetName> = new Map(),
    /** Day of the catalog's files. */
    readonly asOf: EpochDay | null = null,
  ) {
    this.minifigs = new Map(minifigs.map(({ minifigNumber, id }) => [minifigNumber, id]));
    this.minifigNumbers = new MinifigNumberIndex(minifigs);
  }

  /** Finds minifigures by either number, ignoring case. Null: no such item. */
  find(kind: ItemKind, number: string): number | null {
    return (kind === 'set' ? this.sets.get(number) : this.minifigNumbers.find(number)?.id) ?? null;
  }

  /** Finds the current number, by it, without its variant (`75192`), or by an earlier number. Null: no such set. */
  findSetNumber(given: string): string | null {
    const readings = setNumberCandidates(given);
    const current = readings.find((number) => this.sets.has(number));
    return current ?? readings.map((number) => this.setNumbersNow.get(number)).find(Boolean) ?? null;
  }
}

/** Which items exist. */
export abstract class ItemDirectory {
  abstract load(): Promise<ItemIds>;
}

/** Order: sets, minifigs, then which minifigs are in which set. */
export type CatalogBatch =
  | { readonly kind: 'sets'; readonly records: readonly CatalogSet[] }
  | { readonly kind: 'minifigs'; readonly records: readonly Minifig[] }
  | { readonly kind: 'set-minifigs'; readonly records: readonly SetMinifig[] };

/** What merging a catalog did. */
export interface CatalogMerge {
  readonly sets: MergeCounts;
  readonly minifigs: MergeCounts;
  readonly setMinifigs: MergeCounts;
  /** Stored sets that the import lacks. They stay with all their data. */
  readonly disappearedSets: readonly string[];
  /** New sets on numbers that renamed sets had before. */
  readonly takenNumbers: readonly { readonly setNumber: string; readonly renamedTo: string }[];
}

/** What is known of the numbers that renames name. */
export interface RenameFacts {
  /** Existing sets by number, and whether holdings, sales, rules, prices or months refer to them. */
  readonly sets: ReadonlyMap<string, { readonly setId: number; readonly isUsed: boolean }>;
  /** Current number by given-up number; null: removed. */
  readonly givenUp: ReadonlyMap<string, string | null>;
}

/** What is done with one set. */
export type RenameStep =
  | { readonly kind: 'rename'; readonly setId: number; readonly rename: SetRename & { readonly newNumber: string } }
  /** Keeps the set of the old or new number; the other, which nothing uses, is dropped. */
  | {
      readonly kind: 'merge';
      readonly keeps: 'old' | 'new';
      readonly setId: number;
      readonly droppedSetId: number;
      readonly rename: SetRename & { readonly newNumber: string };
    }
  | { readonly kind: 'remove'; readonly setId: number; readonly rename: SetRename };

/** Decides what is done about renames, from what is known of their numbers. */
export type RenamePlanner = (facts: RenameFacts) => Promise<readonly RenameStep[]>;

/** Merges all or nothing. An unchanged file keeps the data version. A concurrent import throws ImportRunningError. */
export abstract class CatalogImport {
  /** Distinct numbers and pairs. Keeps details. A figure takes year, and category if unnamed, from its first set. */
  abstract mergeCatalog(batches: AsyncIterable<CatalogBatch>, origin?: ImportOrigin): Promise<CatalogMerge>;

  /** Existing sets, each at most once. A null detail keeps the stored one. */
  abstract mergeSetDetails(batches: AsyncIterable<readonly SetDetails[]>, origin?: ImportOrigin): Promise<MergeCounts>;

  /** At most one marketplace number per minifigure, taken from its former owner. A first number counts as inserted. */
  abstract mergeMinifigNumbers(
    batches: AsyncIterable<readonly MinifigNumbers[]>,
    origin?: ImportOrigin,
  ): Promise<MergeCounts>;

  /** Simultaneous, so numbers can be exchanged. Given-up numbers still resolve unless reused. */
  abstract renameSets(renames: readonly SetRename[], plan: RenamePlanner, origin?: ImportOrigin): Promise<MergeCounts>;
}
