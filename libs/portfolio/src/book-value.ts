import { type Cents, percentOf } from '@brickmarket/domain';
import { exactCents } from './exact-cents.ts';

/** What copies add to the totals. Always numbers, and always `valueCents = costCents + gainCents`. */
export interface BookValue {
  readonly costCents: Cents;
  readonly valueCents: Cents;
  readonly gainCents: Cents;
}

/** Some copies of one item and what they cost together (copies of unknown price add 0). */
export interface Copies {
  readonly quantity: number;
  readonly costCents: Cents;
}

/**
 * What copies are worth in the totals. This is the one rule for unknowns, and every total follows from it:
 * - copies whose market value is unknown are carried at cost, so they add neither gain nor loss;
 * - copies whose price is unknown cost 0, so their whole value is gain;
 * - copies of which neither is known add 0 throughout.
 *
 * The rule is linear in the copies, so figures of holdings, brickfolios and the portfolio add up to the cent
 * however the copies are grouped.
 */
export function carriedValue(copies: Copies, unitValueCents: Cents | null): Cents {
  return unitValueCents === null ? copies.costCents : exactCents(copies.quantity * unitValueCents);
}

/** Copies of one item at the value of one unit, null when unknown (see `carriedValue`). */
export function bookValue(copies: Copies, unitValueCents: Cents | null): BookValue {
  const valueCents = carriedValue(copies, unitValueCents);
  return { costCents: copies.costCents, valueCents, gainCents: valueCents - copies.costCents };
}

/** The gain in percent of the cost, two decimals; 0 when nothing was paid. */
export function gainPct(costCents: Cents, valueCents: Cents): number {
  return percentOf(valueCents - costCents, costCents);
}
