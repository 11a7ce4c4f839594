import type { Condition, ItemKind } from '@brickmarket/domain';
import { SERIES_KINDS, type SeriesKind } from '../kernel/market.ts';
import { quantileOfSorted } from '../kernel/quantiles.ts';
import { type BaselineName, COMPARED_BASELINES } from './baselines.ts';

/** An item in one condition. */
export interface ItemInCondition {
  readonly itemKind: ItemKind;
  readonly itemNumber: string;
  readonly condition: Condition;
}

/** The errors of the values and of one baseline on the same sales of an item: sums of |ln(value / price)|. */
export interface ItemErrors extends ItemInCondition {
  readonly method: BaselineName;
  readonly sales: number;
  readonly estimatorAbsLogError: number;
  readonly methodAbsLogError: number;
}

/** The values' error over a baseline's, with its 95 % interval over items. */
export interface ErrorRatio {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/** Values compared with a baseline in one market. */
export interface Comparison {
  readonly market: SeriesKind | 'all';
  readonly method: BaselineName;
  readonly items: number;
  readonly sales: number;
  /** Ratio of the mean absolute log errors; null where the baseline has no error. */
  readonly male: ErrorRatio | null;
}

const RESAMPLES = 1000;

/** Compares by market and baseline, from nothing but these rows; their order does not matter. */
export function comparisonsOf(rows: readonly ItemErrors[]): readonly Comparison[] {
  return (['all', ...SERIES_KINDS] as const).flatMap((market) =>
    COMPARED_BASELINES.flatMap((method) => {
      const chosen = rows.filter((row) => row.method === method && (market === 'all' || kindOf(row) === market));
      return chosen.length === 0 ? [] : [compare(market, method, chosen)];
    }),
  );
}

function kindOf({ itemKind, condition }: ItemInCondition): SeriesKind {
  if (itemKind === 'set') return condition;
  return condition === 'sealed' ? 'figureNew' : 'figureUsed';
}

/** Both conditions of an item are drawn together. */
function compare(market: Comparison['market'], method: BaselineName, rows: readonly ItemErrors[]): Comparison {
  const byItem = new Map<string, { sales: number; ours: number; theirs: number }>();
  for (const row of rows.toSorted((a, b) => (a.condition < b.condition ? -1 : 1))) {
    const key = `${row.itemKind} ${row.itemNumber}`;
    const item = byItem.get(key) ?? { sales: 0, ours: 0, theirs: 0 };
    item.sales += row.sales;
    item.ours += row.estimatorAbsLogError;
    item.theirs += row.methodAbsLogError;
    byItem.set(key, item);
  }
  const items = [...byItem].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
  const ratioOf = (drawn: Uint32Array): number => {
    let [ours, theirs] = [0, 0];
    for (const [at, item] of items.entries()) {
      ours += drawn[at]! * item.ours;
      theirs += drawn[at]! * item.theirs;
    }
    return ours / theirs;
  };
  const ratio = ratioOf(new Uint32Array(items.length).fill(1));
  const drawn = Float64Array.from(resamples(items.length), ratioOf).sort();
  const [low, high] = [0.025, 0.975].map((share) => quantileOfSorted(drawn, 0, drawn.length, share));
  const isSound = [ratio, low, high].every(Number.isFinite);
  const sales = items.reduce((sum, item) => sum + item.sales, 0);
  return { market, method, items: items.length, sales, male: isSound ? { ratio, low: low!, high: high! } : null };
}

/** How often each item is drawn in samples with replacement, always the same. */
function resamples(items: number): readonly Uint32Array[] {
  let state = 1;
  return Array.from({ length: RESAMPLES }, () => {
    const drawn = new Uint32Array(items);
    for (let i = 0; i < items; i++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      drawn[Math.floor((state / 2 ** 32) * items)]!++;
    }
    return drawn;
  });
}
