import { type Condition, HOLDING_STATUSES, type HoldingInFile } from '@brickmarket/domain';
import type { DateFormat, WrittenDays } from '../reading/cells.ts';
import type { ReadOptions, RowReader } from '../reading/read-feed.ts';
import type { Row } from '../reading/row.ts';

/** A holding, and the name of its brickfolio; what the file does not say is null. */
export interface CollectionEntry {
  readonly holding: HoldingInFile;
  readonly brickfolio: string | null;
  /** What the file calls the set. */
  readonly title?: string | undefined;
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

/** A column that is read: `title` is the file's name for the set, which is compared and not kept. */
export type ReadColumn = CollectionColumn | 'title';

/** Which column of a file is what: the name that the file has for it. */
export type ColumnMapping = Readonly<Partial<Record<ReadColumn, string>>>;

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

/** How files write in different ways what our columns are. */
interface EntryCells {
  readonly quantity: (row: Row, column: number) => number;
  readonly condition: (row: Row, column: number) => Condition;
  readonly days: WrittenDays;
}

/** Reads rows of our columns, at these positions. */
export function entryReader(
  at: (name: ReadColumn) => number,
  { quantity: quantityOf, condition: conditionOf, days }: EntryCells,
): RowReader<CollectionEntry> {
  const [number, quantity, condition] = [at('set_number'), at('quantity'), at('condition')];
  const [price, day, status] = [at('purchase_price_usd'), at('purchase_date'), at('status')];
  const [brickfolio, notes] = [at('brickfolio'), at('notes')];
  const [shipping, tax] = [at('shipping_paid_usd'), at('tax_paid_usd')];
  const [from, place, title] = [at('bought_from'), at('stored_at'), at('title')];
  return (row, entries) => {
    const holding = {
      setNumber: row.setNumber(number),
      quantity: quantityOf(row, quantity),
      condition: conditionOf(row, condition),
      purchasePriceCents: row.usdOrNull(price),
      purchaseDay: row.dayOrNull(day, ...days),
      status: row.oneOfOrNull(status, HOLDING_STATUSES),
      notes: row.textOrNull(notes),
      // Left out when the row does not say them, as in files that have no such columns.
      shippingPaidCents: row.usdOrNull(shipping) ?? undefined,
      taxPaidCents: row.usdOrNull(tax) ?? undefined,
      boughtFrom: row.nameOrNull(from) ?? undefined,
      storedAt: row.nameOrNull(place) ?? undefined,
    };
    const named = { brickfolio: row.nameOrNull(brickfolio), title: titleOf(row, title) };
    if (holding.quantity > 0) entries.push({ holding, ...named });
  };
}

/** What a row calls its set; undefined where it does not say. */
export const titleOf = (row: Row, column: number): string | undefined => row.textOrNull(column) ?? undefined;

/** Copies of which number, count, condition and at most a note are known. */
export function bareEntry(
  setNumber: string,
  quantity: number,
  condition: Condition,
  notes: string | null = null,
): CollectionEntry {
  return {
    holding: {
      setNumber,
      quantity,
      condition,
      purchasePriceCents: null,
      purchaseDay: null,
      status: null,
      notes,
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
