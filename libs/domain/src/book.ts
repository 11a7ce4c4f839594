import type { Holding, Sale } from './account.ts';
import type { EpochDay } from './calendar.ts';
import type { Cents } from './money.ts';

/** A stored row: its number, and a version that rises with every change of it, whoever makes it. */
interface VersionedRow {
  readonly id: number;
  readonly version: number;
}

/** A holding as its owner edits it: copies of one set that were bought together at one price. */
export interface Lot extends VersionedRow, Holding {
  readonly brickfolioId: number;
  readonly setId: number;
}

/** A line of the sales ledger as its owner edits it. */
export interface BookedSale extends VersionedRow, Sale {
  readonly setId: number;
}

/** How the copies of a sale were chosen: those bought first, or by hand. */
export type LotMethod = 'fifo' | 'picked';

/** Which sale the copies of a sold lot went into. Its id is the lot's: a lot is sold once. */
export interface SaleLot extends VersionedRow {
  readonly saleId: number;
  readonly method: LotMethod;
}

/** A brickfolio as its owner edits it. */
export interface BookedBrickfolio extends VersionedRow {
  readonly name: string;
  readonly description: string | null;
  readonly isDefault: boolean;
  /** ISO-8601. */
  readonly createdAt: string;
}

/** The rows of an account's book, by table. */
export interface BookRows {
  readonly brickfolio: BookedBrickfolio;
  readonly lot: Lot;
  readonly sale: BookedSale;
  readonly saleLot: SaleLot;
}
/** The tables of an account's book. */
export type BookTable = keyof BookRows;

/** One row as it was and as it is to be: no `before` is a new row, no `after` a deleted one. */
export type RowChange = {
  readonly [Table in BookTable]: {
    readonly table: Table;
    readonly before: BookRows[Table] | null;
    readonly after: BookRows[Table] | null;
  };
}[BookTable];

/** What an edit of a book was. */
export type EditKind =
  | 'added'
  | 'edited'
  | 'split'
  | 'moved'
  | 'sold'
  | 'deleted'
  | 'brickfolio_created'
  | 'brickfolio_edited'
  | 'brickfolio_deleted'
  | 'sale_added'
  | 'sale_edited'
  | 'undone';

/** Copies of a lot that are sold, with what they cost and when they were bought. */
export interface SoldCopies {
  readonly lotId: number;
  readonly saleId: number;
  readonly quantity: number;
  /** Per copy; null when unknown. */
  readonly unitCostCents: Cents | null;
  readonly acquiredDay: EpochDay | null;
  readonly method: LotMethod;
}
