import type { EpochDay } from '@brickmarket/domain';
import { Evidence } from '../estimate/evidence.ts';
import { byKind } from '../estimate/market-model.ts';
import { cellsOf, type ChangeTables, TABLE_SIZES } from '../estimate/next-change.ts';
import type { Market, SeriesKind } from '../kernel/market.ts';
import { medianOf } from '../kernel/quantiles.ts';

/** Prices of two years teach, each by those of the year before it. */
const LOOK_BACK_DAYS = 3 * 365;
const LEARNED_DAYS = 2 * 365;
const LONGEST_GAP_DAYS = 45;
/** "Unchanged" counts as so many changes. */
const PSEUDO_CHANGES = 20;

/** Which change usually follows a price, by kind. */
export function learnChanges({ sales, series }: Market, asOf: EpochDay): Record<SeriesKind, ChangeTables> {
  const seen = byKind(() => TABLE_SIZES.map((size) => Array.from({ length: size }, (): number[] => [])));
  const evidence = new Evidence(sales);
  for (const { kind, ...one } of series) {
    evidence.load({ kind, ...one }, asOf, LOOK_BACK_DAYS);
    const { size, day, logPrice } = evidence;
    for (let at = 0; at + 1 < size; at++) {
      if (day[at]! <= asOf - LEARNED_DAYS || day[at + 1]! - day[at]! > LONGEST_GAP_DAYS) continue;
      for (const [table, cell] of cellsOf(evidence, at, one.facts).entries())
        seen[kind][table]![cell]!.push(logPrice[at + 1]! - logPrice[at]!);
    }
  }
  return byKind((kind) => {
    const [first, second] = seen[kind].map((cells) => cells.map(usualOf));
    return [first!, second!];
  });
}

/** The median change, together with those that are assumed; in steps of a hundredth of a percent. */
function usualOf(changes: readonly number[]): number {
  if (changes.length === 0) return 0;
  return Math.round(1e4 * medianOf([...changes, ...Array.from({ length: PSEUDO_CHANGES }, () => 0)])) / 1e4;
}
