import type { Holding } from '@brickmarket/domain';
import { countsInTotals, type UnitValueLookup } from './held-copies.ts';
import { holdingGainPct } from './holding-valuation.ts';

/** A holding that stands out. */
export interface Mover {
  readonly setNumber: string;
  /** Signed: above 0 for the top gainer, below 0 for the top loser. */
  readonly gainPct: number;
}

/** Null when no holding gains, or none loses. */
export interface TopMovers {
  readonly gainer: Mover | null;
  readonly loser: Mover | null;
}

/**
 * The holdings with the highest and the lowest percentage, as shown with two decimals, among those that count.
 * A gainer must gain and a loser must lose, so a single holding is never both. Holdings of unknown price or value,
 * and those that cost nothing, have no percentage to rank. Among equals the lowest set number (by character code) wins.
 */
export function topMovers<Item extends Pick<Holding, 'setNumber' | 'status' | 'purchasePriceCents'>>(
  holdings: Iterable<Item>,
  unitValueOf: UnitValueLookup<Item>,
): TopMovers {
  let gainer: Mover | null = null;
  let loser: Mover | null = null;
  for (const holding of holdings) {
    if (!countsInTotals(holding.status)) continue;
    const gainPct = holdingGainPct(holding, unitValueOf(holding));
    if (gainPct === null) continue;
    const mover = { setNumber: holding.setNumber, gainPct };
    if (gainPct > 0 && outranks(mover, gainer)) gainer = mover;
    if (gainPct < 0 && outranks(mover, loser)) loser = mover;
  }
  return { gainer, loser };
}

/** Both are on the same side of zero. */
function outranks(mover: Mover, best: Mover | null): boolean {
  if (best === null) return true;
  const lead = Math.abs(mover.gainPct) - Math.abs(best.gainPct);
  return lead > 0 || (lead === 0 && mover.setNumber < best.setNumber);
}
