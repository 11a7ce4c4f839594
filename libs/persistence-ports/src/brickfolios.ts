import type { Cents, Condition, EpochDay, Holding, HoldingStatus } from '@brickmarket/domain';

/** One of an account's collections. */
export interface BrickfolioRecord {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly isDefault: boolean;
  readonly createdAt: Date;
}

/** A holding as totals need it: which set it is of, by id. */
export interface HeldRecord {
  readonly brickfolioId: number;
  readonly setId: number;
  readonly condition: Condition;
  readonly quantity: number;
  /** Per unit. */
  readonly purchasePriceCents: Cents | null;
  readonly purchaseDay: EpochDay | null;
  readonly status: HoldingStatus;
}

/** All collections of an account, the default first, then by id, with what is in them. */
export interface BrickfolioOverview {
  readonly brickfolios: readonly BrickfolioRecord[];
  readonly holdings: readonly HeldRecord[];
}

/** A holding as the list shows it. */
export interface BrickfolioEntry {
  readonly brickfolioId: number;
  readonly holding: Omit<Holding, 'notes'>;
  readonly title: string;
  readonly theme: string;
  /** The value of one unit in force on the day asked for; null when unknown. */
  readonly unitValueCents: Cents | null;
}

export interface EntryPageRequest {
  /** Null for all of the account's. */
  readonly brickfolioId: number | null;
  readonly limit: number;
  readonly offset: number;
  /** The day whose values are shown. */
  readonly today: EpochDay;
}

export interface EntryPage {
  readonly total: number;
  /** By brickfolio, set number, id. */
  readonly entries: readonly BrickfolioEntry[];
}

/** What an account owns. Shows an account nothing but its own, whatever ids it names. */
export abstract class Brickfolios {
  /** The holdings that are not sold, with the collections they are in, as of one moment. */
  abstract readOverview(accountId: number): Promise<BrickfolioOverview>;

  /** A page of all holdings, sold ones included; null when the account has no such brickfolio. A deep page costs what the first one costs. */
  abstract findEntryPage(accountId: number, page: EntryPageRequest): Promise<EntryPage | null>;
}
