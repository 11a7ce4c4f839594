import type {
  Book,
  BookedBrickfolio,
  BookedSale,
  BookEdit,
  Cents,
  Condition,
  EpochDay,
  Holding,
  HoldingStatus,
  BookedHolding,
  RecordedEdit,
  RecordOfFile,
  Sale,
  SoldCopies,
} from '@brickmarket/domain';
import type { BrickfolioOverview } from './portfolio.ts';
import type { StagedFile, StagedOutcome } from './staged-import.ts';

/** By what holdings are listed. Equal ones follow by id, so that pages never overlap. */
export type HoldingOrder =
  | 'set_number'
  | 'title'
  | 'purchase_date'
  | 'quantity'
  | 'cost'
  | 'value'
  | 'gain'
  | 'percent'
  | 'added';

/** Which of an account's holdings are meant. Null filters nothing. */
export interface HoldingFilter {
  readonly brickfolioId: number | null;
  readonly theme: string | null;
  readonly condition: Condition | null;
  /** `unsold`: owned or listed. */
  readonly status: HoldingStatus | 'unsold' | null;
  /** A part of a set's number or title, in any case. */
  readonly text: string | null;
}

/** Which page of an account's holdings to read. */
export interface HoldingQuery extends HoldingFilter {
  /** By value and gain, sold copies stand where what they fetched puts them. */
  readonly order: HoldingOrder;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
  /** The day whose values are shown. */
  readonly today: EpochDay;
}

/** What became of copies that a sale took. */
export interface SoldLot {
  readonly saleId: number;
  readonly saleDay: EpochDay;
  readonly platform: string;
  /** Their share of the proceeds less their share of the fees, as in the tax report. */
  readonly netCents: Cents;
}

/** A holding as its owner sees it. */
export interface ListedHolding {
  readonly holding: BookedHolding;
  readonly brickfolio: string;
  readonly title: string;
  readonly theme: string;
  /** The value of one copy in force on the day asked for; null when unknown. */
  readonly unitValueCents: Cents | null;
  /** Null when its copies are not linked to a sale. */
  readonly sold: SoldLot | null;
}

/** A page of an account's holdings. */
export interface HoldingPage {
  /** How many holdings match on all pages. */
  readonly total: number;
  readonly holdings: readonly ListedHolding[];
}

/** Holdings added up, as `totalsOf` of libs/portfolio takes them; sold ones by what they fetched. */
export interface SummedHoldings {
  readonly unsold: {
    readonly setCount: number;
    readonly itemCount: number;
    readonly costCents: Cents;
    readonly valueCents: Cents;
    readonly unvaluedCostCents: Cents;
    readonly unknownCost: { readonly itemCount: number; readonly valueCents: Cents };
  };
  readonly sold: {
    readonly itemCount: number;
    /** Of the copies that are part of a sale. */
    readonly netCents: Cents;
    /** Net less cost of the copies of which both are known, what these cost, and how many are not among them. */
    readonly gainCents: Cents;
    readonly gainCostCents: Cents;
    readonly unknownItemCount: number;
  };
}

/** A sale as its owner sees it. */
export interface ListedSale {
  readonly sale: BookedSale;
  readonly title: string;
  /** Number of lots its copies were taken from; 0 when it was recorded without them. */
  readonly lotCount: number;
}

/** By what sales are listed. Equal ones follow by id. */
export type SaleOrder = 'sale_date' | 'set_number' | 'platform' | 'quantity' | 'net' | 'profit' | 'roi';

/** Which page of an account's sales to read. Null filters nothing. */
export interface SaleQuery {
  /** A part of a set's number or title, in any case. */
  readonly text: string | null;
  readonly platform: string | null;
  readonly year: number | null;
  readonly order: SaleOrder;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** A page of an account's sales. What is unknown comes last. */
export interface BookedSalePage {
  readonly total: number;
  readonly sales: readonly ListedSale[];
}

/** A brickfolio and how many holdings are in it, sold ones included. */
export interface ListedBrickfolio {
  readonly brickfolio: BookedBrickfolio;
  readonly holdingCount: number;
}

/**
 * Which part of a book a decision needs, besides all brickfolios. Sales come with all their copies, copies with their
 * sale.
 */
export interface PartOfBook {
  readonly holdings?: readonly number[];
  readonly sales?: readonly number[];
  /** The holdings of a set in one condition that are not sold. */
  readonly unsold?: { readonly setId: number; readonly condition: Condition };
  /** All holdings, or all sales. */
  readonly whole?: RecordOfFile['kind'];
  /** What brickfolios are used by: the number of holdings in them, and alert rules. */
  readonly use?: boolean;
  /** An edit and the rows that it changed. */
  readonly edit?: number;
  /** A staged import with its rows. */
  readonly staged?: number;
}

/** What was decided about a book. */
export interface BookDecision {
  /** Null when nothing is to be changed. */
  readonly edit: BookEdit | null;
  /** What becomes of the staged import that was read. */
  readonly staged?: StagedOutcome;
}

/** A holding and the name of the brickfolio it is in. */
export interface StoredHolding {
  readonly holding: Holding;
  readonly brickfolio: string;
}

/** Copies that are linked to a sale. */
export type CopiesOfSale = SoldCopies & { readonly setId: number; readonly condition: Condition };

/** The sales of an account, oldest first, and the copies that they took, by sale and lot. */
export interface Ledger {
  readonly sales: readonly BookedSale[];
  readonly sold: readonly CopiesOfSale[];
}

/** All that is added up of a book. */
export interface BookOverview extends Ledger, Pick<BrickfolioOverview, 'holdings'> {
  /** The default first, then by id. */
  readonly brickfolios: readonly ListedBrickfolio[];
}

/** A set as a holding refers to it. */
export interface BookableSet {
  readonly setId: number;
  readonly setNumber: string;
  readonly title: string;
}

/**
 * The holdings, sales and brickfolios of an account. Never touches another account's rows. Nothing but `change` writes
 * to a book; every edit is recorded with the rows before and after it, and the record is only ever added to.
 */
export abstract class AccountBook {
  /**
   * Changes a book: locks it, reads a part of it, has `decide` say what is to be done, and writes that with its record,
   * all in one transaction. What `decide` throws is thrown, and nothing is written. Returns the number of the edit, or
   * null when nothing was to be changed. `decide` must be pure: it may be asked again. About tens of thousands of rows
   * it decides in slices, and others are answered in between.
   */
  abstract change(
    accountId: number,
    part: PartOfBook,
    decide: (book: Book, staged: StagedFile | null) => BookDecision | Promise<BookDecision>,
  ): Promise<number | null>;

  /** Null when the account has no such brickfolio. */
  abstract listHoldings(accountId: number, query: HoldingQuery): Promise<HoldingPage | null>;

  /** All holdings that match, added up at the values of a day. Null when the account has no such brickfolio. */
  abstract addUpHoldings(accountId: number, filter: HoldingFilter, today: EpochDay): Promise<SummedHoldings | null>;

  /** The themes of an account's holdings, by name. */
  abstract listThemes(accountId: number): Promise<readonly string[]>;

  /** The holdings of a set in one condition that are not sold, by id. */
  abstract listUnsold(accountId: number, setId: number, condition: Condition): Promise<readonly BookedHolding[]>;

  /**
   * All holdings of an account from one snapshot, in batches, by brickfolio, set number, id. Holds a connection while
   * it is read.
   */
  abstract streamHoldings(accountId: number): AsyncIterable<readonly StoredHolding[]>;

  /** All sales of an account from one snapshot, in batches, oldest first. Holds a connection while it is read. */
  abstract streamSales(accountId: number): AsyncIterable<readonly Sale[]>;

  /** The default first, then by id. */
  abstract listBrickfolios(accountId: number): Promise<readonly ListedBrickfolio[]>;

  abstract listSalePage(accountId: number, query: SaleQuery): Promise<BookedSalePage>;

  /** From one snapshot. */
  abstract readLedger(accountId: number): Promise<Ledger>;

  /** From one snapshot. */
  abstract readOverview(accountId: number): Promise<BookOverview>;

  /** The set with this canonical number; null when there is none. */
  abstract findSet(setNumber: string): Promise<BookableSet | null>;

  /** Newest first. */
  abstract listEdits(accountId: number, limit: number): Promise<readonly Omit<RecordedEdit, 'changes'>[]>;
}
