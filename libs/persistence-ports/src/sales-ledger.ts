import type { Sale } from '@brickmarket/domain';

/** A line of the ledger as the list shows it. */
export interface RecordedSale {
  readonly id: number;
  readonly sale: Sale;
  readonly title: string;
}

export interface SalePage {
  readonly total: number;
  /** Newest first, then id descending. */
  readonly sales: readonly RecordedSale[];
}

/** What an account has sold. */
export abstract class SalesLedger {
  abstract listPage(accountId: number, page: { readonly limit: number; readonly offset: number }): Promise<SalePage>;
}
