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
  /** Ratio of the medians over sales, each sale with the mean absolute log error of its item. */
  readonly median: ErrorRatio | null;
}

const RESAMPLES = 1000;
const MARKETS = ['all', ...SERIES_KINDS] as const;

/** Compares by market and baseline, from nothing but these rows; their order does not matter. */
export function comparisonsOf(rows: readonly ItemErrors[]): readonly Comparison[] {
  return MARKETS.flatMap((market) =>
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
interface Item {
  readonly key: string;
  sales: number;
  estimator: number;
  method: number;
}

function compare(market: Comparison['market'], method: BaselineName, rows: readonly ItemErrors[]): Comparison {
  const byKey = new Map<string, Item>();
  for (const row of rows.toSorted((a, b) => (a.condition < b.condition ? -1 : 1))) {
    const key = `${row.itemKind} ${row.itemNumber}`;
    const item = byKey.get(key) ?? { key, sales: 0, estimator: 0, method: 0 };
    item.sales += row.sales;
    item.estimator += row.estimatorAbsLogError;
    item.method += row.methodAbsLogError;
    byKey.set(key, item);
  }
  const items = [...byKey.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const middles = { estimator: medianError(items, 'estimator'), method: medianError(items, 'method') };
  const total = (of: 'estimator' | 'method', drawn: Uint32Array): number =>
    items.reduce((sum, item, index) => sum + drawn[index]! * item[of], 0);
  const samples = resamples(items.length);
  return {
    market,
    method,
    items: items.length,
    sales: items.reduce((sum, { sales }) => sum + sales, 0),
    male: intervalOf(samples.map((drawn) => total('estimator', drawn) / total('method', drawn))),
    median: intervalOf(samples.map((drawn) => middles.estimator(drawn) / middles.method(drawn))),
  };
}

/** The median over sales of the items drawn, each sale with the mean error of its item. */
function medianError(items: readonly Item[], of: 'estimator' | 'method'): (drawn: Uint32Array) => number {
  const errors = items.map(({ sales, [of]: sum }, index) => ({ index, sales, mean: sum / sales }));
  errors.sort((a, b) => a.mean - b.mean);
  return (drawn) => {
    const half = errors.reduce((sum, { index, sales }) => sum + drawn[index]! * sales, 0) / 2;
    let below = 0;
    return errors.find(({ index, sales }) => (below += drawn[index]! * sales) >= half)!.mean;
  };
}

/** How often each item is drawn: each once, then a thousand samples with replacement, always the same. */
function resamples(items: number): readonly Uint32Array[] {
  let state = 1;
  return Array.from({ length: 1 + RESAMPLES }, (_, sample) => {
    const drawn = new Uint32Array(items);
    if (sample === 0) return drawn.fill(1);
    for (let i = 0; i < items; i++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      drawn[Math.floor((state / 2 ** 32) * items)]!++;
    }
    return drawn;
  });
}

/** The first ratio with the interval of the others; null where the baseline was never wrong. */
function intervalOf([ratio, ...others]: readonly number[]): ErrorRatio | null {
  const sorted = Float64Array.from(others).sort();
  const [low, high] = [0.025, 0.975].map((share) => quantileOfSorted(sorted, 0, sorted.length, share));
  return Number.isFinite(ratio) && Number.isFinite(low) && Number.isFinite(high)
    ? { ratio: ratio!, low: low!, high: high! }
    : null;
}
