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
  /** Per unit; null: unknown. */
  readonly purchasePriceCents: Cents | null;
  readonly purchaseDay: EpochDay | null;
  readonly status: HoldingStatus;
}

/** Default first, then by id, with unsold holdings. */
export interface BrickfolioOverview {
  readonly brickfolios: readonly BrickfolioRecord[];
  /** Built on each read: much larger than the stored bytes for large portfolios. */
  readonly holdings: readonly HoldingRecord[];
}

/** Which page of an account's holdings to read. */
export interface EntryPageRequest {
  readonly brickfolioId: number | null;
  readonly limit: number;
  readonly offset: number;
}

/** A page of an account's holdings. */
export interface EntryPage {
  readonly total: number;
  readonly entries: readonly HoldingRecord[];
}

/** Reads what an account owns. */
export abstract class Brickfolios {
  /** One snapshot; unsold holdings only. */
  abstract readOverview(accountId: number): Promise<BrickfolioOverview>;

  /** Includes sold holdings; null: no such brickfolio. A larger offset skips index entries, not rows. */
  abstract findEntryPage(accountId: number, page: EntryPageRequest): Promise<EntryPage | null>;
}

/** One of an account's own sales as the ledger lists it: its set by id. */
export interface RecordedSale extends Omit<Sale, 'setNumber' | 'notes'> {
  readonly id: number;
  readonly setId: number;
}

/** A page of an account's own sales. */
export interface SalePage {
  readonly total: number;
  /** By day descending, then id descending. */
  readonly sales: readonly RecordedSale[];
}

/** Reads what an account has sold. */
export abstract class SalesLedger {
  /** Past the end: empty, with the same total. */
  abstract listPage(accountId: number, page: { readonly limit: number; readonly offset: number }): Promise<SalePage>;
}
