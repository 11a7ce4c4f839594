import type { Condition, HoldingInFile, PurchaseDetails } from '@brickmarket/domain';
import type { DateFormat } from '../reading/cells.ts';
import type { ReadOptions } from '../reading/read-feed.ts';
import type { Row } from '../reading/row.ts';

/** A holding, and the name of its brickfolio; what the file does not say is null. */
export interface CollectionEntry {
  readonly holding: HoldingInFile;
  readonly brickfolio: string | null;
}

/** What a column of a collection can be, by the names of the project's own format. */
export type CollectionColumn =
  | 'set_number'
  | 'quantity'
  | 'condition'
  | 'purchase_price_usd'
  | 'purchase_date'
  | 'status'
  | 'brickfolio'
  | 'notes'
  | 'shipping_paid_usd'
  | 'tax_paid_usd'
  | 'bought_from'
  | 'stored_at';

/** Which column of a file is what: the name that the file has for it. */
export type ColumnMapping = Readonly<Partial<Record<CollectionColumn, string>>>;

/** What the caller can add where a collection file does not say it. */
export interface CollectionOptions extends ReadOptions {
  /** How days with slashes are written, when the file allows both. */
  readonly dateFormat?: DateFormat | undefined;
  /** Which column is what, for a file of no known kind; `set_number` has to be among them. */
  readonly columns?: ColumnMapping | undefined;
  /** The condition of copies for which the file has none. */
  readonly condition?: Condition | undefined;
  /** What a person can do when a row has none and none was given. */
  readonly conditionAdvice?: string | undefined;
}

/** Reads what a row says about a purchase besides price and day; what it does not say is left out. */
export function purchaseDetails(at: (name: CollectionColumn) => number): (row: Row) => PurchaseDetails {
  const [shipping, tax] = [at('shipping_paid_usd'), at('tax_paid_usd')];
  const [from, place] = [at('bought_from'), at('stored_at')];
  return (row) => ({
    shippingPaidCents: row.usdOrNull(shipping) ?? undefined,
    taxPaidCents: row.usdOrNull(tax) ?? undefined,
    boughtFrom: row.textOrNull(from) ?? undefined,
    storedAt: row.textOrNull(place) ?? undefined,
  });
}

/** Copies of which only number, count and condition are known. */
export function bareEntry(setNumber: string, quantity: number, condition: Condition): CollectionEntry {
  return {
    holding: {
      setNumber,
      quantity,
      condition,
      purchasePriceCents: null,
      purchaseDay: null,
      status: null,
      notes: null,
    },
    brickfolio: null,
  };
}

/**
 * The condition given for copies without one; rejects the row when none was given. Never guessed: values differ widely.
 */
export function conditionOrReject(row: Row, { condition, conditionAdvice }: CollectionOptions): Condition {
  if (condition === undefined) {
    const advice = conditionAdvice ?? 'give --condition sealed or --condition used';
    row.reject(`the file does not say in which condition: ${advice}`);
  }
  return condition ?? 'used';
}
