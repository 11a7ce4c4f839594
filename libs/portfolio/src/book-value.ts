import { type Cents, percentOf } from '@brickmarket/domain';
import { exactCents } from './exact-cents.ts';

/** What copies add to the totals. Always numbers, and always `valueCents = costCents + gainCents`. */
export interface BookValue {
  readonly costCents: Cents;
  readonly valueCents: Cents;
  readonly gainCents: Cents;
}

/**
 * The one rule for unknowns, from which every total follows:
 * - copies whose market value is unknown are carried at cost, so they add neither gain nor loss;
 * - copies whose price is unknown cost 0, so their whole value is gain;
 * - copies of which neither is known add 0 throughout.
 *
 * The rule is linear in the copies, so figures of holdings, brickfolios and the portfolio add up to the cent
 * however the copies are grouped.
 */
export function bookValue(copies: { readonly quantity: number; readonly costCents: Cents }, unitValueCents: Cents | null): BookValue {
  const { quantity, costCents } = copies;
  const valueCents = unitValueCents === null ? costCents : exactCents(quantity * unitValueCents);
  return { costCents, valueCents, gainCents: valueCents - costCents };
}

/** The gain in percent of the cost, two decimals; 0 when nothing was paid. */
export function gainPct(costCents: Cents, valueCents: Cents): number {
  return percentOf(valueCents - costCents, costCents);
}
