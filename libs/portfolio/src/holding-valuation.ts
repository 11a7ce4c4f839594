import { type Cents, type EpochDay, type Holding, type HoldingStatus, percentOf } from '@brickmarket/domain';

/**
 * Returns the amount unchanged, and throws a RangeError above 2^53 cents (about 90 trillion dollars): beyond that a
 * number silently loses cents, and totals would still look as if they reconciled.
 */
export function exactCents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} cents cannot be counted exactly`);
  return amount;
}

/** What copies add to the totals. Never null, and always `valueCents = costCents + gainCents`. */
export interface BookValue {
  readonly costCents: Cents;
  readonly valueCents: Cents;
  readonly gainCents: Cents;
}

/** Copies of one item and what they cost together; copies of unknown purchase price add 0. */
export interface Copies {
  readonly quantity: number;
  readonly costCents: Cents;
}

/**
 * What copies are worth in the totals, in cents. Every total follows this one rule for unknown figures:
 * - copies of unknown market value are carried at cost, so they add neither gain nor loss;
 * - copies of unknown purchase price cost 0, so their whole value is gain;
 * - copies of which neither is known add 0 to every amount.
 *
 * The rule is linear in the copies, so the amounts of holdings, brickfolios and the portfolio add up to the cent
 * however the copies are grouped. `unitValueCents` is null when unknown.
 */
export function carriedValue(copies: Copies, unitValueCents: Cents | null): Cents {
  return unitValueCents === null ? copies.costCents : exactCents(copies.quantity * unitValueCents);
}

/** Cost, value and gain of copies of one item at a unit value, null when unknown (see `carriedValue`). */
export function bookValue(copies: Copies, unitValueCents: Cents | null): BookValue {
  const valueCents = carriedValue(copies, unitValueCents);
  return { costCents: copies.costCents, valueCents, gainCents: valueCents - copies.costCents };
}

/** The gain in percent of the cost, rounded to two decimals; 0 when the cost is 0. */
export function gainPct(costCents: Cents, valueCents: Cents): number {
  return percentOf(valueCents - costCents, costCents);
}

/**
 * Copies of one set that count in the totals: those of one holding, or the sum of several holdings with the same
 * `heldFrom`. Both give the same figures.
 */
export interface HeldCopies extends Copies {
  readonly setNumber: string;
  /** First day on which they count; null when the purchase date is unknown, and then they count on every day. */
  readonly heldFrom: EpochDay | null;
}

/** Finds the market value of one unit in cents; null when unknown. */
export type UnitValueLookup<Item> = (item: Item) => Cents | null;

/** Whether a holding counts in totals, analytics, monthly purchases and average cost: all but sold ones do. */
export function countsInTotals(status: HoldingStatus): boolean {
  return status !== 'sold';
}

/** What was paid for all copies of a holding, in cents; an unknown price counts as 0. */
export function costOf(holding: Pick<Holding, 'quantity' | 'purchasePriceCents'>): Cents {
  return exactCents(holding.quantity * (holding.purchasePriceCents ?? 0));
}

/**
 * A holding at its market value. Unit figures are null when unknown; the amounts are what the holding adds to the
 * totals (see `carriedValue`), so the lines of a collection add up to its totals.
 */
export interface HoldingValuation extends BookValue {
  readonly unitCostCents: Cents | null;
  readonly unitValueCents: Cents | null;
  /** Computed from the amounts, two decimals: 0 when the value or the price is unknown, or the price is 0. */
  readonly gainPct: number;
}

/** Values a holding of any status, sold ones too; `countsInTotals` decides what enters the totals. */
export function valueHolding(
  holding: Pick<Holding, 'quantity' | 'purchasePriceCents'>,
  unitValueCents: Cents | null,
): HoldingValuation {
  const book = bookValue({ quantity: holding.quantity, costCents: costOf(holding) }, unitValueCents);
  return {
    unitCostCents: holding.purchasePriceCents,
    unitValueCents,
    ...book,
    gainPct: gainPct(book.costCents, book.valueCents),
  };
}

/** The gain of one unit in percent of its price, two decimals. Null when price or value is unknown. */
export function holdingGainPct(
  holding: Pick<Holding, 'purchasePriceCents'>,
  unitValueCents: Cents | null,
): number | null {
  if (holding.purchasePriceCents === null || unitValueCents === null) return null;
  return gainPct(holding.purchasePriceCents, unitValueCents);
}
