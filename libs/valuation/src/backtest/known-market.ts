import { type EpochDay, SetStatus, setStatusOn } from '@brickmarket/domain';
import type { ItemFacts, Market } from '../kernel/market.ts';
import { firstAfterDay, type SaleColumns } from '../kernel/sale-columns.ts';

/** Asking prices are only kept as they are today. */
const NOT_ASKED = { retailPriceCents: null, thirdPartyPriceCents: null, lastPriceCents: null } as const;
const NOT_RELEASED = { year: null, releaseDay: null, listPriceCents: null } as const;

/** The market as it was known at the end of a day. Later sales, exits and releases are cut out, not skipped. */
export function knownMarket({ sales, series }: Market, day: EpochDay): Market {
  let size = 0;
  const known = series.map((one) => {
    const start = size;
    size += firstAfterDay(sales, one.start, one.end, day) - one.start;
    return { ...one, facts: knownFacts(one.facts, day), start, end: size };
  });
  const columns = Object.entries(sales).map(([name, column]: [string, Int32Array]) => {
    const kept = new Int32Array(size);
    for (const [at, { start, end }] of known.entries()) {
      const from = series[at]!.start;
      kept.set(column.subarray(from, from + end - start), start);
    }
    return [name, kept];
  });
  return { series: known, sales: Object.fromEntries(columns) as SaleColumns };
}

function knownFacts(facts: ItemFacts, day: EpochDay): ItemFacts {
  const exitDay = facts.exitDay !== null && facts.exitDay > day ? null : facts.exitDay;
  const isReleased = setStatusOn(facts, day) !== SetStatus.announced;
  return { ...facts, ...NOT_ASKED, exitDay, ...(isReleased ? {} : NOT_RELEASED) };
}
