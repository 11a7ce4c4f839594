import {
  type CatalogSet,
  type Condition,
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
import type { CurrentValue } from './market.ts';
import type { ImportOrigin, MergeCounts } from './system.ts';

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
  /** How many minifigures come in the box, copies counted. */
  readonly minifigCount: number;
  /** The distinct numbers they are shown by, ascending. */
  readonly minifigNumbers: readonly string[];
  /** One for each retailer that lists the set, in the order of their names. */
  readonly offers: readonly RetailerOffer[];
  /** Null where no value could be computed. */
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

/** Reads the sets of the catalogue, shared by all accounts. */
export abstract class SetCatalog {
  /** The sets with these canonical numbers, or that had them before, by number; numbers without a set are absent. */
  abstract findByNumbers(setNumbers: readonly string[]): Promise<ReadonlyMap<string, SetRecord>>;

  /** What the sets with these ids are called, by id; ids without a set are absent. */
  abstract findNames(setIds: readonly number[]): Promise<ReadonlyMap<number, SetName>>;

  /** Every set, newest year first (unknown years last), then by number: in batches from one snapshot. */
  abstract streamIdentities(): AsyncIterable<readonly SetIdentity[]>;

  /**
   * The number of the set that has a value in both conditions and the most sales in its published months, of several
   * the first by number; null when no set has both values.
   */
  abstract findMostSold(): Promise<string | null>;

  /** Every theme with its number of sets, by name in code point order. */
  abstract listThemes(): Promise<readonly ThemeCount[]>;
}

/** A minifigure with the sets it comes in. */
export interface MinifigRecord {
  readonly minifig: NumberedMinifig;
  /** Ascending. */
  readonly setNumbers: readonly string[];
  /** Null when no value could be computed. */
  readonly value: CurrentValue | null;
}

/** Reads the minifigures of the catalogue, shared by all accounts. */
export abstract class MinifigCatalog {
  /**
   * The minifigures with these numbers, the catalogue's or the marketplace's in any case, by number as it was asked;
   * numbers without one are absent.
   */
  abstract findByNumbers(minifigNumbers: readonly string[]): Promise<ReadonlyMap<string, MinifigRecord>>;

  /**
   * Every minifigure, newest year first (unknown years last), then by the number it is shown by: in batches from one
   * snapshot.
   */
  abstract streamIdentities(): AsyncIterable<readonly NumberedMinifig[]>;
}

/** The id and the numbers of a minifigure. */
export interface MinifigId extends Pick<NumberedMinifig, 'minifigNumber' | 'marketplaceNumber'> {
  readonly id: number;
}

/** The ids of all items of the catalogue, by number. */
export class ItemIds {
  /** By the catalogue's number. */
  readonly minifigs: ReadonlyMap<string, number>;
  readonly minifigNumbers: MinifigNumberIndex<MinifigId>;

  constructor(
    readonly sets: ReadonlyMap<string, number>,
    minifigs: readonly MinifigId[],
    /** The numbers of now, by numbers that sets had before and no set has. */
    private readonly setNumbersNow: ReadonlyMap<string, string> = new Map(),
    /** Titles and themes of the sets, by number. */
    readonly setNames: ReadonlyMap<string, Pick<LegoSet, 'title' | 'theme'>> = new Map(),
  ) {
    this.minifigs = new Map(minifigs.map(({ minifigNumber, id }) => [minifigNumber, id]));
    this.minifigNumbers = new MinifigNumberIndex(minifigs);
  }

  /** A minifigure is found by either of its numbers, in any case. Null when there is no such item. */
  find(kind: ItemKind, number: string): number | null {
    return (kind === 'set' ? this.sets.get(number) : this.minifigNumbers.find(number)?.id) ?? null;
  }

  /**
   * The number that a set has now, by that, by that without its variant (`75192`), or by one that it had before. Null
   * when there is no such set.
   */
  findSetNumber(given: string): string | null {
    const readings = setNumberCandidates(given);
    const current = readings.find((number) => this.sets.has(number));
    return current ?? readings.map((number) => this.setNumbersNow.get(number)).find(Boolean) ?? null;
  }
}

/** Which items exist. Importers load it once and check every row against it. */
export abstract class ItemDirectory {
  /** The ids of all sets and minifigures. An item keeps its id for ever. */
  abstract load(): Promise<ItemIds>;
}

/** A part of a catalogue: sets first, then minifigs, then which minifigs are in which set. */
export type CatalogBatch =
  | { readonly kind: 'sets'; readonly records: readonly CatalogSet[] }
  | { readonly kind: 'minifigs'; readonly records: readonly Minifig[] }
  | { readonly kind: 'set-minifigs'; readonly records: readonly SetMinifig[] };

/** What merging a catalogue did. */
export interface CatalogMerge {
  readonly sets: MergeCounts;
  readonly minifigs: MergeCounts;
  readonly setMinifigs: MergeCounts;
  /** Numbers of stored sets that this catalogue does not have. They stay, with everything that is stored about them. */
  readonly disappearedSets: readonly string[];
  /** Numbers under which this catalogue has brought new sets, and the sets that had them before they were renamed. */
  readonly takenNumbers: readonly { readonly setNumber: string; readonly renamedTo: string }[];
}

/** What is known of the numbers that renames name. */
export interface RenameFacts {
  /** Sets by number, and whether anything depends on them: holdings, sales, rules, market sales, prices, months. */
  readonly sets: ReadonlyMap<string, { readonly setId: number; readonly isUsed: boolean }>;
  /** Numbers that were given up before, and the number of their set now; null when it was removed. */
  readonly givenUp: ReadonlyMap<string, string | null>;
}

/** What is done with one set. */
export type RenameStep =
  | { readonly kind: 'rename'; readonly setId: number; readonly rename: SetRename & { readonly newNumber: string } }
  /** The set that had the old or the new number stays; the other one, on which nothing depends, is dropped. */
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

/**
 * Imports catalogue data in bulk. A feed is merged as a whole or not at all, even when the process dies; readers see
 * the state before or after. A feed that changes nothing leaves the catalogue's data version alone. While one import
 * runs, a second is refused with ImportRunningError.
 */
export abstract class CatalogImport {
  /**
   * Merges a whole catalogue, in which every number and every pair comes once. It replaces titles, themes, years,
   * pieces, pictures and the minifigs of each of its sets; set details imported before stay. The year of a minifig is
   * that of the earliest set it is in, and so is its category (the set's theme) unless the catalogue names one.
   * Nothing is merged when `batches` fails.
   */
  abstract mergeCatalog(batches: AsyncIterable<CatalogBatch>, origin?: ImportOrigin): Promise<CatalogMerge>;

  /** Merges details of sets that exist, each at most once. A detail that is null leaves the stored one alone. */
  abstract mergeSetDetails(batches: AsyncIterable<readonly SetDetails[]>, origin?: ImportOrigin): Promise<MergeCounts>;

  /**
   * Gives minifigures that exist their marketplace numbers, each at most one. A number that another minifigure has is
   * taken from it. A number given for the first time counts as inserted.
   */
  abstract mergeMinifigNumbers(
    batches: AsyncIterable<readonly MinifigNumbers[]>,
    origin?: ImportOrigin,
  ): Promise<MergeCounts>;

  /**
   * Gives sets other numbers, all at once, so that two may exchange theirs. Everything that is stored about a set stays
   * with it: holdings, sales, values, months, prices. A number that was given up still finds its set, unless another
   * one has it. A dropped set leaves its facts of the catalogue to the one that stays. Counts a step as changed.
   */
  abstract renameSets(renames: readonly SetRename[], plan: RenamePlanner, origin?: ImportOrigin): Promise<MergeCounts>;
}
