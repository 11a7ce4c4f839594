import { type Cents, type EpochDay, type Holding, type HoldingStatus, percentOf } from '@brickmarket/domain';

/** Throws a RangeError above 2^53 cents, where numbers silently lose cents. */
export function exactCents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} cents cannot be counted exactly`);
  return amount;
}

/** Cost of all copies; null: unknown. */
export interface Copies {
  readonly quantity: number;
  readonly costCents: Cents | null;
}

/** Unknown value: at cost. Unknown cost: value only, no gain. Linear, so totals add up however copies are grouped. */
export function carriedValue(copies: Copies, unitValueCents: Cents | null): Cents {
  return unitValueCents === null ? (copies.costCents ?? 0) : exactCents(copies.quantity * unitValueCents);
}

/** Two decimals; 0 if the cost is 0. */
export function gainPct(costCents: Cents, valueCents: Cents): number {
  return percentOf(valueCents - costCents, costCents);
}

/** Copies of one holding, or of several with the same `heldFrom`: both give the same figures. */
export interface HeldCopies extends Copies {
  readonly setNumber: string;
  /** First day that counts; null: unknown, so every day counts. */
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

/** Null: unknown. Other amounts are the holding's share of the totals (`carriedValue`). */
export interface HoldingValuation {
  readonly unitCostCents: Cents | null;
  readonly unitValueCents: Cents | null;
  readonly costCents: Cents | null;
  /** Carried at cost if the value is unknown, 0 if the price is too. */
  readonly valueCents: Cents;
  readonly gainCents: Cents | null;
  /** Percent of cost, two decimals; 0 if the cost is 0. */
  readonly gainPct: number | null;
}

/** Values any status; `countsInTotals` decides about totals. */
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
  readonly costCents: Cents | null;
  /** Net of fees; null: unknown sale. */
  readonly netCents: Cents | null;
  /** Null: one of them unknown. Percent of cost, two decimals, 0 if the cost is 0. */
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

/** Two decimals. Null: price or value unknown. */
export function holdingGainPct(
  holding: Pick<Holding, 'purchasePriceCents'>,
  unitValueCents: Cents | null,
): number | null {
  if (holding.purchasePriceCents === null || unitValueCents === null) return null;
  return gainPct(holding.purchasePriceCents, unitValueCents);
}
