import { type Cents, type EpochDay, type Holding, type HoldingStatus, percentOf } from '@brickmarket/domain';

/**
 * Returns the amount unchanged, and throws a RangeError above 2^53 cents (about 90 trillion dollars): beyond that a
 * number silently loses cents, and totals would still look as if they reconciled.
 */
export function exactCents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} cents cannot be counted exactly`);
  return amount;
}

/** Copies of one item and what they cost together; null when their purchase price is unknown. */
export interface Copies {
  readonly quantity: number;
  readonly costCents: Cents | null;
}

/**
 * What copies are worth in the totals, in cents. Every total follows this one rule for unknown figures:
 * - copies of unknown market value are carried at cost;
 * - copies of unknown purchase price add to the value and not to the cost;
 * - a gain is that of the copies of which both are known, and its percentage is of what these cost. The value of
 *   copies of unknown price is not a gain: nobody knows what was paid for them.
 *
 * The rule is linear in the copies, so the amounts of holdings, brickfolios and the portfolio add up to the cent
 * however the copies are grouped. `unitValueCents` is null when unknown.
 */
export function carriedValue(copies: Copies, unitValueCents: Cents | null): Cents {
  return unitValueCents === null ? (copies.costCents ?? 0) : exactCents(copies.quantity * unitValueCents);
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

/** What was paid for all copies of a holding, in cents; null when the price is unknown. */
export function costOf({
  quantity,
  purchasePriceCents,
}: Pick<Holding, 'quantity' | 'purchasePriceCents'>): Cents | null {
  return purchasePriceCents === null ? null : exactCents(quantity * purchasePriceCents);
}

/**
 * A holding at its market value. What is unknown is null; the amounts that are known are what the holding adds to the
 * totals (see `carriedValue`), so the lines of a collection add up to its totals.
 */
export interface HoldingValuation {
  readonly unitCostCents: Cents | null;
  readonly unitValueCents: Cents | null;
  /** Of all copies; null when the price is unknown. */
  readonly costCents: Cents | null;
  /** Of all copies; carried at cost when the value is unknown, and 0 when the price is unknown too. */
  readonly valueCents: Cents;
  /** Value less cost of all copies; null when the price or the value is unknown. */
  readonly gainCents: Cents | null;
  /** The gain in percent of the cost, two decimals; 0 when the cost is 0, null when the gain is unknown. */
  readonly gainPct: number | null;
}

/** Values a holding of any status, sold ones too; `countsInTotals` decides what enters the totals. */
export function valueHolding(
  holding: Pick<Holding, 'quantity' | 'purchasePriceCents'>,
  unitValueCents: Cents | null,
): HoldingValuation {
  const costCents = costOf(holding);
  const valueCents = carriedValue({ quantity: holding.quantity, costCents }, unitValueCents);
  const isGainKnown = costCents !== null && unitValueCents !== null;
  return {
    unitCostCents: holding.purchasePriceCents,
    unitValueCents,
    costCents,
    valueCents,
    gainCents: isGainKnown ? valueCents - costCents : null,
    gainPct: isGainKnown ? gainPct(costCents, valueCents) : null,
  };
}

/** What copies that were sold cost and brought. */
export interface SoldHoldingResult {
  /** Null when the price is unknown. */
  readonly costCents: Cents | null;
  /** What they fetched after fees; null when their sale is unknown. */
  readonly netCents: Cents | null;
  /** Null when one of them is unknown; the percentage is of the cost, two decimals, 0 when that is 0. */
  readonly gainCents: Cents | null;
  readonly gainPct: number | null;
}

/** What copies that were sold made: what their set is worth today has nothing to do with it. */
export function soldHoldingResult(
  holding: Pick<Holding, 'quantity' | 'purchasePriceCents'>,
  netCents: Cents | null,
): SoldHoldingResult {
  const costCents = costOf(holding);
  if (costCents === null || netCents === null) return { costCents, netCents, gainCents: null, gainPct: null };
  return { costCents, netCents, gainCents: netCents - costCents, gainPct: gainPct(costCents, netCents) };
}

/** The gain of one unit in percent of its price, two decimals. Null when price or value is unknown. */
export function holdingGainPct(
  holding: Pick<Holding, 'purchasePriceCents'>,
  unitValueCents: Cents | null,
): number | null {
  if (holding.purchasePriceCents === null || unitValueCents === null) return null;
  return gainPct(holding.purchasePriceCents, unitValueCents);
}
