import type {
  BookedBrickfolio,
  BookedSale,
  BookTable,
  BookRows,
  Cents,
  Condition,
  EditKind,
  EpochDay,
  HoldingStatus,
  Lot,
  RowChange,
  SaleLot,
  SoldCopies,
} from '@brickmarket/domain';

/** By what holdings are listed. Equal ones follow by id, so that pages never overlap. */
export type LotOrder = 'set_number' | 'title' | 'purchase_date' | 'quantity' | 'cost' | 'value' | 'gain' | 'added';

/** Which page of an account's holdings to read. Null filters nothing. */
export interface LotQuery {
  readonly brickfolioId: number | null;
  readonly theme: string | null;
  readonly condition: Condition | null;
  /** `unsold`: owned or listed. */
  readonly status: HoldingStatus | 'unsold' | null;
  /** A part of a set's number or title, in any case. */
  readonly text: string | null;
  readonly order: LotOrder;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
  /** The day whose values are shown. */
  readonly today: EpochDay;
}

/** A holding as its owner sees it. */
export interface ListedLot {
  readonly lot: Lot;
  readonly title: string;
  readonly theme: string;
  /** The value of one copy in force on the day asked for; null when unknown. */
  readonly unitValueCents: Cents | null;
  /** The sale its copies went into; null when they are not linked to one. */
  readonly saleId: number | null;
}

/** A page of an account's holdings. */
export interface LotPage {
  /** How many holdings match on all pages. */
  readonly total: number;
  readonly lots: readonly ListedLot[];
}

/** A sale as its owner sees it. */
export interface ListedSale {
  readonly sale: BookedSale;
  readonly title: string;
  /** Number of lots its copies were taken from; 0 when it was recorded without them. */
  readonly lotCount: number;
}

/** A page of an account's sales, newest first, then id descending. */
export interface BookedSalePage {
  readonly total: number;
  readonly sales: readonly ListedSale[];
}

/** A brickfolio and how many holdings are in it, sold ones included. */
export interface ListedBrickfolio {
  readonly brickfolio: BookedBrickfolio;
  readonly holdingCount: number;
}

/** Rows of a book by their numbers; those that do not exist, or are somebody else's, are absent. */
export type BookRead = { readonly [Table in BookTable]: ReadonlyMap<number, BookRows[Table]> };

/** An edit to be written, all of it or nothing. */
export interface BookEdit {
  readonly kind: EditKind;
  /** A sentence for the owner. */
  readonly summary: string;
  readonly changes: readonly RowChange[];
  /** The edit that this one takes back; null when it takes none back. */
  readonly undoes: number | null;
}

/** An edit that was written. */
export interface WrittenEdit extends BookEdit {
  readonly id: number;
  readonly at: Date;
  /** The edit that took this one back; null as long as none did. */
  readonly undoneBy: number | null;
}

/** What became of an edit. Unless it was written, nothing has changed. */
export type EditOutcome =
  | { readonly outcome: 'written'; readonly id: number }
  /** A row is no longer what the edit was made from. */
  | { readonly outcome: 'stale'; readonly table: BookTable; readonly id: number }
  /** Holdings are still in a brickfolio that was to be deleted. */
  | { readonly outcome: 'not-empty' }
  /** Another brickfolio has this name. */
  | { readonly outcome: 'name-taken' }
  /** The edit to be taken back was taken back already. */
  | { readonly outcome: 'undone-already' };

/** A set as a holding refers to it. */
export interface BookableSet {
  readonly setId: number;
  readonly setNumber: string;
  readonly title: string;
}

/**
 * The holdings, sales and brickfolios of an account in the hands of its owner. Never touches another account's rows.
 * Every edit is recorded with the rows before and after it; the record is only ever added to.
 */
export abstract class AccountBook {
  /** Null when the account has no such brickfolio. */
  abstract listLots(accountId: number, query: LotQuery): Promise<LotPage | null>;

  /** The themes of an account's holdings, by name. */
  abstract listThemes(accountId: number): Promise<readonly string[]>;

  /** The holdings of a set in one condition that are not sold, by id. */
  abstract listUnsold(accountId: number, setId: number, condition: Condition): Promise<readonly Lot[]>;

  /** The default first, then by id. */
  abstract listBrickfolios(accountId: number): Promise<readonly ListedBrickfolio[]>;

  abstract listSalePage(
    accountId: number,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<BookedSalePage>;

  /** All sales, oldest first. */
  abstract listSales(accountId: number): Promise<readonly BookedSale[]>;

  /** All copies that are linked to sales, by sale and lot, with their set's id and condition. */
  abstract listSoldCopies(
    accountId: number,
  ): Promise<readonly (SoldCopies & { readonly setId: number; readonly condition: Condition })[]>;

  abstract read(accountId: number, wanted: { readonly [Table in BookTable]?: readonly number[] }): Promise<BookRead>;

  /** The links of the lots of a sale, by lot. */
  abstract listLotsOfSale(accountId: number, saleId: number): Promise<readonly SaleLot[]>;

  /** The set with this canonical number; null when there is none. */
  abstract findSet(setNumber: string): Promise<BookableSet | null>;

  /** Numbers for rows to be added, never given twice. */
  abstract reserveIds(table: 'brickfolio' | 'lot' | 'sale', count: number): Promise<readonly number[]>;

  /** Writes an edit and its record. Every row must still have the version that the edit was made from. */
  abstract write(accountId: number, edit: BookEdit): Promise<EditOutcome>;

  /** Null when the account has no such edit. */
  abstract findEdit(accountId: number, id: number): Promise<WrittenEdit | null>;

  /** Newest first. */
  abstract listEdits(accountId: number, limit: number): Promise<readonly Omit<WrittenEdit, 'changes'>[]>;
}
