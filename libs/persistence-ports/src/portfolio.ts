import type { Cents, Condition, EpochDay, HoldingStatus, Sale } from '@brickmarket/domain';

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
  /** Made each time they are asked for: of a large collection they are much larger than what was read. */
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
