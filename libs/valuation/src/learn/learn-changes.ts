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
  const seen = byKind((): { readonly cells: readonly [number, number]; readonly change: number }[] => []);
  const evidence = new Evidence(sales);
  for (const { kind, ...one } of series) {
    evidence.load({ kind, ...one }, asOf, LOOK_BACK_DAYS);
    const { size, day, logPrice } = evidence;
    for (let at = 0; at + 1 < size; at++) {
      if (day[at]! <= asOf - LEARNED_DAYS || day[at + 1]! - day[at]! > LONGEST_GAP_DAYS) continue;
      seen[kind].push({ cells: cellsOf(evidence, at, one.facts), change: logPrice[at + 1]! - logPrice[at]! });
    }
  }
  return byKind((kind) => {
    const tableOf = (table: 0 | 1, left: (one: (typeof seen)[SeriesKind][number]) => number): readonly number[] => {
      const cells = Array.from({ length: TABLE_SIZES[table] }, (): number[] => []);
      for (const one of seen[kind]) cells[one.cells[table]]!.push(left(one));
      return cells.map(usualOf);
    };
    const first = tableOf(0, ({ change }) => change);
    return [first, tableOf(1, ({ change, cells }) => change - first[cells[0]]!)];
  });
}

/** The median change, together with those that are assumed; in steps of a hundredth of a percent. */
function usualOf(changes: readonly number[]): number {
  if (changes.length === 0) return 0;
  return Math.round(1e4 * medianOf([...changes, ...Array.from({ length: PSEUDO_CHANGES }, () => 0)])) / 1e4;
}
