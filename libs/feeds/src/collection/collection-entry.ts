import { type Condition, HOLDING_STATUSES, type HoldingInFile } from '@brickmarket/domain';
import type { DateFormat, WrittenDays } from '../reading/cells.ts';
import type { RowReader } from '../reading/layout.ts';
import type { ReadOptions } from '../reading/read-feed.ts';
import type { Row } from '../reading/row.ts';

/** Null: absent from the file. */
export interface CollectionEntry {
  readonly holding: HoldingInFile;
  readonly brickfolio: string | null;
  readonly title?: string | undefined;
  readonly barcode?: string | undefined;
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

/** `title` is compared and not stored. */
export type ReadColumn = CollectionColumn | 'title';

/** The file's name for each column. */
export type ColumnMapping = Readonly<Partial<Record<ReadColumn, string>>>;

/** What the caller can add where a collection file does not say it. */
export interface CollectionOptions extends ReadOptions {
  /** For files whose slashed days fit both formats. */
  readonly dateFormat?: DateFormat | undefined;
  /** For unknown files; needs `set_number`. */
  readonly columns?: ColumnMapping | undefined;
  readonly condition?: Condition | undefined;
  readonly conditionAdvice?: string | undefined;
}

interface EntryCells {
  readonly cost: typeof costOf;
  readonly quantity: (row: Row, column: number) => number;
  readonly condition: (row: Row, column: number) => Condition;
  readonly days: WrittenDays;
}

export function entryReader(
  at: (name: ReadColumn) => number,
  { cost, quantity: quantityOf, condition: conditionOf, days }: EntryCells,
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
      purchaseDay: row.dayOrNull(day, ...days),
      status: row.oneOfOrNull(status, HOLDING_STATUSES),
      ...cost(row, price, notes),
      // Undefined in files without these columns.
      shippingPaidCents: row.usdOrNull(shipping) ?? undefined,
      taxPaidCents: row.usdOrNull(tax) ?? undefined,
      boughtFrom: row.nameOrNull(from) ?? undefined,
      storedAt: row.nameOrNull(place) ?? undefined,
    };
    const named = { brickfolio: row.nameOrNull(brickfolio), title: titleOf(row, title) };
    if (holding.quantity > 0) entries.push({ holding, ...named });
  };
}

type Cost = Pick<HoldingInFile, 'purchasePriceCents' | 'notes'>;

export const costInUsd = (row: Row, price: number, notes: number): Cost => ({
  purchasePriceCents: row.usdOrNull(price),
  notes: row.textOrNull(notes),
});

/** Costs are in dollars: another currency is never taken for them, but kept in the notes as written. */
export function costOf(row: Row, price: number, notes: number, currency = -1): Cost {
  const foreign = row.foreignAmount(price, row.text(currency));
  if (foreign === null) return costInUsd(row, price, notes);
  row.warn(`the price paid is ${foreign}: kept in the notes, as costs are in USD`);
  return { purchasePriceCents: null, notes: [row.textOrNull(notes), `Paid ${foreign}`].filter(Boolean).join('; ') };
}

export const titleOf = (row: Row, column: number): string | undefined => row.textOrNull(column) ?? undefined;

/** For files with number, quantity, condition and at most a note. */
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

/** Rejects a row without a condition if none was given: values differ too much to guess. */
export function conditionOrReject(row: Row, { condition, conditionAdvice }: CollectionOptions): Condition {
  if (condition === undefined) {
    const advice = conditionAdvice ?? 'give --condition sealed or --condition used';
    row.reject(`the file does not say in which condition: ${advice}`);
  }
  return condition ?? 'used';
}
