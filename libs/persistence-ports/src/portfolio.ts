import type { Cents, Condition, EpochDay, Holding, HoldingStatus, Sale } from '@brickmarket/domain';
import type { MergeCounts } from './operations.ts';

/** One of an account's collections. */
export interface BrickfolioRecord {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly isDefault: boolean;
  readonly createdAt: Date;
}

/** A holding as it is stored: its set by id. */
export interface HoldingRecord {
  readonly brickfolioId: number;
  readonly setId: number;
  readonly condition: Condition;
  readonly quantity: number;
  /** Per unit; null when unknown. */
  readonly purchasePriceCents: Cents | null;
  /** Null when unknown. */
  readonly purchaseDay: EpochDay | null;
  readonly status: HoldingStatus;
}

/** All collections of an account, the default first, then by id, and their unsold holdings. */
export interface BrickfolioOverview {
  readonly brickfolios: readonly BrickfolioRecord[];
  readonly holdings: readonly HoldingRecord[];
}

/** Which page of an account's holdings to read. */
export interface EntryPageRequest {
  /** Null for all of the account's. */
  readonly brickfolioId: number | null;
  readonly limit: number;
  readonly offset: number;
}

/** A page of an account's holdings. */
export interface EntryPage {
  /** How many holdings there are on all pages. */
  readonly total: number;
  /** By brickfolio, set number, id. */
  readonly entries: readonly HoldingRecord[];
}

/** Reads what an account owns. Never another account's rows, whatever ids are asked for. */
export abstract class Brickfolios {
  /** The collections and the holdings that are not sold, from one snapshot. */
  abstract readOverview(accountId: number): Promise<BrickfolioOverview>;

  /**
   * A page of all holdings, sold ones included; null when the account has no such brickfolio. What a larger offset
   * adds to the cost is index entries that are skipped, no rows.
   */
  abstract findEntryPage(accountId: number, page: EntryPageRequest): Promise<EntryPage | null>;
}

/** A holding and the name of the brickfolio it is in. */
export interface StoredHolding {
  readonly holding: Holding;
  readonly brickfolio: string;
}

/** A holding to be stored: its set by id as well as by number, its brickfolio by name, null for the default one. */
export interface HoldingToStore {
  readonly setId: number;
  readonly holding: Holding;
  readonly brickfolio: string | null;
}

/** What merging holdings did. */
export interface HoldingMerge {
  readonly holdings: MergeCounts;
  /** Names of brickfolios that were created for it. */
  readonly newBrickfolios: readonly string[];
}

/** How holdings are merged. */
export interface HoldingMergeOptions {
  /** Also delete those stored holdings of the brickfolios named in the batches that the batches do not have. */
  readonly replaces: boolean;
  /** Report what would be done and change nothing. */
  readonly isDryRun: boolean;
}

/** The name and description an account gives to one of its brickfolios. */
export interface BrickfolioLabel {
  readonly name: string;
  readonly description: string | null;
}

/** Writes an account's brickfolios and holdings, and reads all of them back. Never touches another account's rows. */
export abstract class HoldingStore {
  /**
   * Adds the holdings that are not stored yet, all or none. Two holdings are equal when brickfolio, set, quantity,
   * condition, price, date, status and notes are. Equal ones are counted: given three and one stored, two are added.
   */
  abstract merge(
    accountId: number,
    batches: AsyncIterable<readonly HoldingToStore[]>,
    options: HoldingMergeOptions,
  ): Promise<HoldingMerge>;

  /** Renames and describes an account's brickfolios, its default by the first label; creates those that are missing. */
  abstract labelBrickfolios(accountId: number, labels: readonly BrickfolioLabel[]): Promise<void>;

  /**
   * All holdings of an account from one snapshot, in batches, by brickfolio, set number, id. Holds a connection while
   * it is read.
   */
  abstract streamAll(accountId: number): AsyncIterable<readonly StoredHolding[]>;
}

/** An account's own sale to be stored: its set by id as well as by number. */
export interface SaleToStore {
  readonly setId: number;
  readonly sale: Sale;
}

/** Writes an account's own sales, and reads all of them back. Never touches another account's rows. */
export abstract class SaleStore {
  /**
   * Adds the sales that are not stored yet, all or none. Two sales are equal when all their fields are. Equal ones are
   * counted: given three and one stored, two are added. A dry run reports what would be done and changes nothing.
   */
  abstract merge(
    accountId: number,
    batches: AsyncIterable<readonly SaleToStore[]>,
    options: { readonly isDryRun: boolean },
  ): Promise<MergeCounts>;

  /** All sales of an account from one snapshot, in batches, oldest first. Holds a connection while it is read. */
  abstract streamAll(accountId: number): AsyncIterable<readonly Sale[]>;
}

/** One of an account's own sales as the ledger lists it: its set by id. */
export interface RecordedSale extends Omit<Sale, 'setNumber' | 'notes'> {
  readonly id: number;
  readonly setId: number;
}

/** A page of an account's own sales. */
export interface SalePage {
  /** How many sales there are on all pages. */
  readonly total: number;
  /** Newest first, then id descending. */
  readonly sales: readonly RecordedSale[];
}

/** Reads what an account has sold. Never another account's sales. */
export abstract class SalesLedger {
  /** A page past the end is empty and has the same total. */
  abstract listPage(accountId: number, page: { readonly limit: number; readonly offset: number }): Promise<SalePage>;
}
