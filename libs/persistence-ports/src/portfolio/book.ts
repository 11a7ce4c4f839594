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

export interface HoldingFilter {
  readonly brickfolioId: number | null;
  readonly theme: string | null;
  readonly condition: Condition | null;
  /** `unsold`: owned or listed. */
  readonly status: HoldingStatus | 'unsold' | null;
  readonly text: string | null;
}

export interface HoldingQuery extends HoldingFilter {
  /** Sold copies are ordered by net proceeds and realized gain. */
  readonly order: HoldingOrder;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
  readonly today: EpochDay;
}

export interface SoldLot {
  readonly saleId: number;
  readonly saleDay: EpochDay;
  readonly platform: string;
  /** Share of the proceeds less the share of the fees, as in the tax report. */
  readonly netCents: Cents;
}

export interface ListedHolding {
  readonly holding: BookedHolding;
  readonly brickfolio: string;
  readonly title: string;
  readonly theme: string;
  /** Value of one copy on that day; null: unknown. */
  readonly unitValueCents: Cents | null;
  readonly sold: SoldLot | null;
}

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

export interface ListedSale {
  readonly sale: BookedSale;
  readonly title: string;
  /** 0: recorded without lots. */
  readonly lotCount: number;
}

export type SaleOrder = 'sale_date' | 'set_number' | 'platform' | 'quantity' | 'net' | 'profit' | 'roi';

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

export interface BookDecision {
  readonly edit: BookEdit | null;
  /** Outcome of the staged import that was read. */
  readonly staged?: StagedOutcome;
}

export interface StoredHolding {
  readonly holding: Holding;
  readonly brickfolio: string;
}

export type CopiesOfSale = SoldCopies & { readonly setId: number; readonly condition: Condition };

/** Sales of an account, oldest first, and their copies, by sale and lot. */
export interface Ledger {
  readonly sales: readonly BookedSale[];
  readonly sold: readonly CopiesOfSale[];
}

export interface BookOverview extends Ledger, Pick<BrickfolioOverview, 'holdings'> {
  /** Default first, then by id. */
  readonly brickfolios: readonly ListedBrickfolio[];
}

export interface BookableSet {
  readonly setId: number;
  readonly setNumber: string;
  readonly title: string;
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

  abstract readLedger(accountId: number): Promise<Ledger>;

  abstract readOverview(accountId: number): Promise<BookOverview>;

  abstract findSet(setNumber: string): Promise<BookableSet | null>;

  abstract listEdits(accountId: number, limit: number): Promise<readonly Omit<RecordedEdit, 'changes'>[]>;
}
