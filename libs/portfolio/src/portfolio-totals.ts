import {
  type Cents,
  type EpochMonth,
  type Holding,
  monthOfDay,
  roundHalfAwayFromZero,
  type Sale,
  percentOf,
} from '@brickmarket/domain';
import {
  carriedValue,
  costOf,
  countsInTotals,
  exactCents,
  type HeldCopies,
  holdingGainPct,
  type UnitValueLookup,
} from './holding-valuation.ts';
import { rowsBy } from './stock.ts';

/**
 * The totals of one brickfolio, or of all brickfolios of an account. Always
 * `valueCents = costCents + gainCents + unknownCost.valueCents`.
 */
export interface PortfolioTotals {
  /**
   * Distinct sets, whatever their copies and conditions. The one figure that does not add up over brickfolios: a set
   * in two of them counts once in the portfolio.
   */
  readonly setCount: number;
  /** Number of copies. */
  readonly itemCount: number;
  /** What the copies of known price cost. */
  readonly costCents: Cents;
  /** What all copies are worth; those of unknown value are carried at cost. */
  readonly valueCents: Cents;
  /** Of the copies of known price and value. */
  readonly gainCents: Cents;
  /** The gain in percent of what the copies of known price and value cost, two decimals; 0 when that is 0. */
  readonly gainPct: number;
  /** The copies of which no gain is known because their price is not. */
  readonly unknownCost: { readonly itemCount: number; readonly valueCents: Cents };
}

/** What totals are made of, whoever added it up. */
export interface SummedCopies {
  readonly setCount: number;
  readonly itemCount: number;
  readonly costCents: Cents;
  readonly valueCents: Cents;
  /** What the copies of known price and unknown value cost. */
  readonly unvaluedCostCents: Cents;
  readonly unknownCost: { readonly itemCount: number; readonly valueCents: Cents };
}

/** The totals of copies that were added up. */
export function totalsOf({ unvaluedCostCents, ...sums }: SummedCopies): PortfolioTotals {
  const gainCents = sums.valueCents - sums.costCents - sums.unknownCost.valueCents;
  return { ...sums, gainCents, gainPct: percentOf(gainCents, sums.costCents - unvaluedCostCents) };
}

/** Adds up copies at the given unit values; unknown costs and values count as described at `carriedValue`. */
export function portfolioTotals<Item extends Omit<HeldCopies, 'heldFrom'>>(
  copies: Iterable<Item>,
  unitValueOf: UnitValueLookup<Item>,
): PortfolioTotals {
  const setNumbers = new Set<string>();
  let itemCount = 0;
  let costCents = 0;
  let valueCents = 0;
  let unvaluedCostCents = 0;
  const unknownCost = { itemCount: 0, valueCents: 0 };
  for (const some of copies) {
    const unitValueCents = unitValueOf(some);
    const carriedCents = carriedValue(some, unitValueCents);
    setNumbers.add(some.setNumber);
    itemCount += some.quantity;
    valueCents = exactCents(valueCents + carriedCents);
    if (some.costCents === null) {
      unknownCost.itemCount += some.quantity;
      unknownCost.valueCents += carriedCents;
    } else {
      costCents = exactCents(costCents + some.costCents);
      if (unitValueCents === null) unvaluedCostCents += some.costCents;
    }
  }
  return totalsOf({ setCount: setNumbers.size, itemCount, costCents, valueCents, unvaluedCostCents, unknownCost });
}

/**
 * The average cost of one copy over all unsold holdings, rounded to the cent, halves away from zero. Holdings of
 * unknown price are left out, since counting them as free would lower the average. Null when no price is known.
 */
export function averageUnitCost(
  holdings: Iterable<Pick<Holding, 'quantity' | 'purchasePriceCents' | 'status'>>,
): Cents | null {
  let copies = 0;
  let costCents = 0;
  for (const holding of holdings) {
    if (holding.purchasePriceCents === null || !countsInTotals(holding.status)) continue;
    copies += holding.quantity;
    costCents = exactCents(costCents + holding.quantity * holding.purchasePriceCents);
  }
  return copies === 0 ? null : roundHalfAwayFromZero(costCents / copies);
}

/** What was bought in one month and is not sold. */
export interface MonthlyPurchases {
  readonly month: EpochMonth;
  /** Number of holdings. */
  readonly entryCount: number;
  /** Number of copies. */
  readonly itemCount: number;
  /** Cost of the copies of known price; null when no price of the month is known. */
  readonly costCents: Cents | null;
}

/** One record per month with purchases, ascending. Holdings without a purchase date are left out. */
export function monthlyPurchases(
  holdings: Iterable<Pick<Holding, 'quantity' | 'purchasePriceCents' | 'purchaseDay' | 'status'>>,
): readonly MonthlyPurchases[] {
  const months = new Map<EpochMonth, MonthlyPurchases>();
  for (const holding of holdings) {
    if (holding.purchaseDay === null || !countsInTotals(holding.status)) continue;
    const month = monthOfDay(holding.purchaseDay);
    const costCents = costOf(holding);
    const soFar = months.get(month) ?? { month, entryCount: 0, itemCount: 0, costCents: null };
    months.set(month, {
      month,
      entryCount: soFar.entryCount + 1,
      itemCount: soFar.itemCount + holding.quantity,
      costCents: costCents === null ? soFar.costCents : exactCents((soFar.costCents ?? 0) + costCents),
    });
  }
  return [...months.values()].toSorted((a, b) => a.month - b.month);
}

/** A set with the highest gain or loss, in percent with two decimals. */
export interface Mover {
  readonly setNumber: string;
  /** Signed: above 0 for the top gainer, below 0 for the top loser. */
  readonly gainPct: number;
}

/** The top gainer, null when no holding gains, and the top loser, null when none loses. */
interface TopMovers {
  readonly gainer: Mover | null;
  readonly loser: Mover | null;
}

/**
 * The unsold holdings with the highest and the lowest gain, compared by the percentage with two decimals that clients
 * see. A gainer must gain and a loser must lose, so a single holding is never both. Holdings of unknown price or
 * value and those that cost nothing are not ranked. Among equals the lowest set number by character code wins.
 */
export function topMovers<Item extends Pick<Holding, 'setNumber' | 'status' | 'purchasePriceCents'>>(
  holdings: Iterable<Item>,
  unitValueOf: UnitValueLookup<Item>,
): TopMovers {
  let gainer: Mover | null = null;
  let loser: Mover | null = null;
  for (const holding of holdings) {
    if (!countsInTotals(holding.status)) continue;
    const unitGainPct = holdingGainPct(holding, unitValueOf(holding));
    if (unitGainPct === null) continue;
    const mover = { setNumber: holding.setNumber, gainPct: unitGainPct };
    if (unitGainPct > 0 && outranks(mover, gainer)) gainer = mover;
    if (unitGainPct < 0 && outranks(mover, loser)) loser = mover;
  }
  return { gainer, loser };
}

/** What one holding made, in cents and in percent of its price. */
export interface RankedHolding<Item> {
  readonly holding: Item;
  readonly gainPct: number;
  readonly gainCents: Cents;
}

/**
 * The unsold holdings that gained most and those that lost most, in percent, at most `most` of each. Gainers gain and
 * losers lose; holdings of unknown price or value and those that cost nothing are left out. Equals by set number.
 */
export function rankHoldings<Item extends Pick<Holding, 'setNumber' | 'status' | 'purchasePriceCents' | 'quantity'>>(
  holdings: Iterable<Item>,
  unitValueOf: UnitValueLookup<Item>,
  most: number,
): { readonly best: readonly RankedHolding<Item>[]; readonly worst: readonly RankedHolding<Item>[] } {
  const ranked: RankedHolding<Item>[] = [];
  for (const holding of holdings) {
    const unitValueCents = unitValueOf(holding);
    const pct = holdingGainPct(holding, unitValueCents);
    if (pct === null || pct === 0 || !countsInTotals(holding.status)) continue;
    const gainCents = exactCents(holding.quantity * (unitValueCents! - holding.purchasePriceCents!));
    ranked.push({ holding, gainPct: pct, gainCents });
  }
  const bySize = (a: RankedHolding<Item>, b: RankedHolding<Item>): number =>
    Math.abs(b.gainPct) - Math.abs(a.gainPct) || (a.holding.setNumber < b.holding.setNumber ? -1 : 1);
  return {
    best: ranked
      .filter(({ gainPct }) => gainPct > 0)
      .toSorted(bySize)
      .slice(0, most),
    worst: ranked
      .filter(({ gainPct }) => gainPct < 0)
      .toSorted(bySize)
      .slice(0, most),
  };
}

/** A part of a collection, by what its copies have in common. */
export interface Share extends PortfolioTotals {
  readonly name: string;
  /** Of the value of all parts, in percent, two decimals; 0 when that is 0. */
  readonly valuePct: number;
}

/** The totals of each part of a collection, largest value first, then by name. They add up to those of the whole. */
export function shareOut<Item extends Omit<HeldCopies, 'heldFrom'>>(
  copies: readonly Item[],
  unitValueOf: UnitValueLookup<Item>,
  nameOf: (item: Item) => string,
): readonly Share[] {
  const groups = rowsBy(copies, nameOf);
  const totals = Array.from(groups, ([name, group]) => ({ name, ...portfolioTotals(group, unitValueOf) }));
  const whole = totals.reduce((sum, { valueCents }) => sum + valueCents, 0);
  return totals
    .map((share) => ({ ...share, valuePct: percentOf(share.valueCents, whole) }))
    .toSorted((a, b) => b.valueCents - a.valueCents || (a.name < b.name ? -1 : 1));
}

/** Compares two gains or two losses, never one with the other. */
function outranks(mover: Mover, best: Mover | null): boolean {
  if (best === null) return true;
  const lead = Math.abs(mover.gainPct) - Math.abs(best.gainPct);
  return lead > 0 || (lead === 0 && mover.setNumber < best.setNumber);
}

/** What one line of the sales ledger earned. */
interface SaleResult {
  /** Gross minus platform fees, payment fees and shipping; negative when they exceed it. */
  readonly netCents: Cents;
  /** Net minus the cost basis of the units sold; null when the cost basis is unknown. */
  readonly profitCents: Cents | null;
  /** The profit in percent of the cost basis, two decimals; 0 when that is 0, null when it is unknown. */
  readonly roiPct: number | null;
}

/** The result of one line. Its amounts are totals over all units, so the quantity must not be multiplied in. */
export function saleResult(
  sale: Pick<Sale, 'grossCents' | 'platformFeesCents' | 'paymentFeesCents' | 'shippingCents' | 'costBasisCents'>,
): SaleResult {
  const netCents = sale.grossCents - sale.platformFeesCents - sale.paymentFeesCents - sale.shippingCents;
  if (sale.costBasisCents === null) return { netCents, profitCents: null, roiPct: null };
  const profitCents = netCents - sale.costBasisCents;
  return { netCents, profitCents, roiPct: percentOf(profitCents, sale.costBasisCents) };
}
