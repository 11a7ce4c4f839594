import { FEWEST_TO_JUDGE } from './outliers.ts';
import type { PriceLevels } from './price-levels.ts';
import type { ValuationSettings } from './valuation-settings.ts';
import type { WindowOfSales } from './window-of-sales.ts';
import type { Wander } from './wander.ts';

/**
 * Goes through the sales of an item from the oldest to the as-of day and keeps a belief of its price: between sales the
 * price wanders and the belief grows less certain; each sale draws it by as much as it is more certain than the belief.
 * So the newest sales of what sells often decide alone, and what sells seldom is remembered for long. Used sales of a set
 * tell how its price moves as sealed ones do, once both are known.
 */
export function followPrices(
  levels: PriceLevels,
  lead: WindowOfSales,
  used: WindowOfSales,
  wander: Wander,
  noise: { readonly lead: number; readonly used: number },
  settings: ValuationSettings,
): void {
  levels.forget(firstLogPrice(lead), firstLogPrice(used));
  let [seenLead, seenUsed] = [0, 0];
  let age = 0;
  while (seenLead < lead.size || seenUsed < used.size) {
    const leadAge = seenLead < lead.size ? lead.ageDays(seenLead) : -1;
    const usedAge = seenUsed < used.size ? used.ageDays(seenUsed) : -1;
    const next = Math.max(leadAge, usedAge);
    if (next < age) levels.wander(wander.together(age, next), wander.apart(age, next));
    age = next;
    if (leadAge === next) {
      levels.seeLead(lead.logPrice(seenLead), noise.lead / lead.pieces(seenLead), reachOf(seenLead++, settings));
    } else {
      levels.seeUsed(used.logPrice(seenUsed), noise.used / used.pieces(seenUsed), reachOf(seenUsed++, settings));
    }
  }
  if (age > 0) levels.wander(wander.together(age, 0), wander.apart(age, 0));
}

function firstLogPrice(window: WindowOfSales): number {
  return window.size === 0 ? 0 : window.logPrice(0);
}

/** The first few sales cannot say which of them is the odd one. */
function reachOf(seen: number, settings: ValuationSettings): number {
  return seen < FEWEST_TO_JUDGE - 1 ? Number.POSITIVE_INFINITY : settings.reachDeviations;
}
