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
import type { StagedFile, StagedOutcome } from '../staged-import/staged-import.ts';

/** Equal rows follow by id, so that pages never overlap. */
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

/** Which of an account's holdings are meant. */
export interface HoldingFilter {
  readonly brickfolioId: number | null;
  readonly theme: string | null;
  readonly condition: Condition | null;
  /** `unsold`: owned or listed. */
  readonly status: HoldingStatus | 'unsold' | null;
  readonly text: string | null;
}

/** Which page of an account's holdings to read. */
export interface HoldingQuery extends HoldingFilter {
  /** Sold copies are ordered by net proceeds and realized gain. */
  readonly order: HoldingOrder;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
  readonly today: EpochDay;
}

/** What became of copies that a sale took. */
export interface SoldLot {
  readonly saleId: number;
  readonly saleDay: EpochDay;
  readonly platform: string;
  /** Share of the proceeds less the share of the fees, as in the tax report. */
  readonly netCents: Cents;
}

/** A holding as its owner sees it. */
export interface ListedHolding {
  readonly holding: BookedHolding;
  readonly brickfolio: string;
  readonly title: string;
  readonly theme: string;
  /** Value of one copy on that day; null: unknown. */
  readonly unitValueCents: Cents | null;
  readonly sold: SoldLot | null;
}

/** A page of an account's holdings. */
export interface HoldingPage {
  readonly total: number;
  readonly holdings: readonly ListedHolding[];
}

/** Input of `totalsOf` in libs/portfolio. */
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
    /** Of sold copies. */
    readonly netCents: Cents;
    /** Net less cost of copies with both known, their cost, and the number of other copies. */
    readonly gainCents: Cents;
    readonly gainCostCents: Cents;
    readonly unknownItemCount: number;
  };
}

/** A sale as its owner sees it. */
export interface ListedSale {
  readonly sale: BookedSale;
  readonly title: string;
  /** 0: recorded without lots. */
  readonly lotCount: number;
}

/** By what sales are listed. */
export type SaleOrder = 'sale_date' | 'set_number' | 'platform' | 'quantity' | 'net' | 'profit' | 'roi';

/** Which page of an account's sales to read. */
export interface SaleQuery {
  readonly text: string | null;
  readonly platform: string | null;
  readonly year: number | null;
  readonly order: SaleOrder;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** Unknown values come last. */
export interface BookedSalePage {
  readonly total: number;
  readonly sales: readonly ListedSale[];
}

/** A brickfolio and how many holdings are in it, sold ones included. */
export interface ListedBrickfolio {
  readonly brickfolio: BookedBrickfolio;
  readonly holdingCount: number;
}

/** Rows that a decision needs besides all brickfolios. Sales come with their copies, copies with their sale. */
export interface PartOfBook {
  readonly holdings?: readonly number[];
  readonly sales?: readonly number[];
  readonly unsold?: { readonly setId: number; readonly condition: Condition };
  /** With a staged collection: the holdings of its sets. */
  readonly whole?: RecordOfFile['kind'];
  readonly use?: boolean;
  readonly edit?: number;
  readonly staged?: number;
}

/** What was decided about a book. */
export interface BookDecision {
  readonly edit: BookEdit | null;
  /** Outcome of the staged import that was read. */
  readonly staged?: StagedOutcome;
}

/** A holding and the name of the brickfolio it is in. */
export interface StoredHolding {
  readonly holding: Holding;
  readonly brickfolio: string;
}

/** Copies that are linked to a sale. */
export type CopiesOfSale = SoldCopies & { readonly setId: number; readonly condition: Condition };

/** Sales of an account, oldest first, and their copies, by sale and lot. */
export interface Ledger {
  readonly sales: readonly BookedSale[];
  readonly sold: readonly CopiesOfSale[];
}

/** All that is added up of a book. */
export interface BookOverview extends Ledger, Pick<BrickfolioOverview, 'holdings'> {
  /** Default first, then by id. */
  readonly brickfolios: readonly ListedBrickfolio[];
}

/** A set as a holding refers to it. */
export interface BookableSet {
  readonly setId: number;
  readonly setNumber: string;
  readonly title: string;
}

/** Deletes edits and rows of imports, which can then no longer be undone. */
export abstract class BookRetention {
  /** Edits, previews, and rows of imports whose last change is older. An import keeps its counts. */
  abstract deleteBefore(instant: Date): Promise<{ readonly edits: number; readonly imports: number }>;
}

/** Only `change` writes. Each edit is recorded with its rows before and after, append-only. */
export abstract class AccountBook {
  /** One transaction: locks, reads, decides, writes. `decide` must be pure: it may run again. Null: nothing changed. */
  abstract change(
    accountId: number,
    part: PartOfBook,
    decide: (book: Book, staged: StagedFile | null) => BookDecision | Promise<BookDecision>,
  ): Promise<number | null>;

  /** Null: no such brickfolio. */
  abstract listHoldings(accountId: number, query: HoldingQuery): Promise<HoldingPage | null>;

  /** Null: no such brickfolio. */
  abstract addUpHoldings(accountId: number, filter: HoldingFilter, today: EpochDay): Promise<SummedHoldings | null>;

  abstract listThemes(accountId: number): Promise<readonly string[]>;

  abstract listUnsold(accountId: number, setId: number, condition: Condition): Promise<readonly BookedHolding[]>;

  /** One snapshot, in batches by brickfolio, set number, id. Holds a connection while read. */
  abstract streamHoldings(accountId: number): AsyncIterable<readonly StoredHolding[]>;

  /** One snapshot, in batches, oldest first. Holds a connection while read. */
  abstract streamSales(accountId: number): AsyncIterable<readonly Sale[]>;

  abstract listBrickfolios(accountId: number): Promise<readonly ListedBrickfolio[]>;

  abstract listSalePage(accountId: number, query: SaleQuery): Promise<BookedSalePage>;

  /** Oldest first. */
  abstract listSales(accountId: number): Promise<readonly BookedSale[]>;

  abstract readLedger(accountId: number): Promise<Ledger>;

  abstract readOverview(accountId: number): Promise<BookOverview>;

  abstract findSet(setNumber: string): Promise<BookableSet | null>;

  abstract listEdits(accountId: number, limit: number): Promise<readonly Omit<RecordedEdit, 'changes'>[]>;
}
