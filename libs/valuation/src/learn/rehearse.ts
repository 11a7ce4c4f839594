import { DATA_TIERS, type DataTier, type EpochDay } from '@brickmarket/domain';
import { byKind, type KindModel, type MarketModel, type RangeFactors, WANDERS } from '../estimate/market-model.ts';
import { valueWithModel } from '../estimate/market-values.ts';
import { Appraiser } from '../estimate/appraiser.ts';
import { type Market, SERIES_KINDS, type SeriesKind } from '../kernel/market.ts';
import { firstAfterDay } from '../kernel/sale-columns.ts';

/** The last stretches of so many days are valued again, each with what was known before it. */
const STRETCH_DAYS = 30;
export const REHEARSED_DAYS = 180;
/** All kinds count for one of them as so many sales. */
const PSEUDO_SALES = 300;
/** What is assumed of a range, and what all values have, counts as so many sales. */
const ASSUMED_SCORES = 60;
const ASSUMED_SPREAD = 1.2;
/** Prices further from a value than this factor say nothing of it. */
const FAR = Math.log(8);

/** Values the last months with what was known before each, to see what came nearest to the sales after them. */
export function rehearse(market: Market, asOf: EpochDay, model: MarketModel): MarketModel['kinds'] {
  const days = Array.from(
    { length: REHEARSED_DAYS / STRETCH_DAYS },
    (_, at) => asOf - REHEARSED_DAYS + at * STRETCH_DAYS,
  );
  const habits = learnHabits(market, days, model);
  const kinds = byKind((kind) => ({ ...model.kinds[kind], ...habits[kind] }));
  const scores = scoreSales(market, days, { ...model, kinds, hasSold: { set: true, minifig: true } });
  const ofAll = spreadOf(
    SERIES_KINDS.flatMap((kind) => DATA_TIERS.flatMap((tier) => scores[kind][tier])),
    assumedBelow,
    ASSUMED_SCORES,
  );
  const ofTiers = new Map(
    DATA_TIERS.map((tier) => {
      const ofTier = SERIES_KINDS.flatMap((kind) => scores[kind][tier]);
      return [tier, spreadOf(ofTier, ofAll, ASSUMED_SCORES)];
    }),
  );
  return byKind((kind): KindModel => {
    const factors = DATA_TIERS.map((tier) => [
      tier,
      factorsOf(spreadOf(scores[kind][tier], ofTiers.get(tier)!, ASSUMED_SCORES)),
    ]);
    return { ...kinds[kind], ranges: Object.fromEntries(factors) as Record<DataTier, RangeFactors> };
  });
}

/** Shares of the last price that are tried. */
const SHARES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] as const;

type Habits = Pick<KindModel, 'wander' | 'lastShare'>;
const HABITS: readonly Habits[] = WANDERS.flatMap((wander) => SHARES.map((lastShare) => ({ wander, lastShare })));

/** How far levels move and how much of the last price is in a value: what came nearest, drawn to that of all kinds. */
function learnHabits(market: Market, days: readonly EpochDay[], model: MarketModel): Record<SeriesKind, Habits> {
  const losses: Losses = byKind(() => new Map());
  for (const [from, wander] of WANDERS.entries()) {
    const kinds = byKind((kind) => ({ ...model.kinds[kind], wander }));
    for (const day of days) addLosses(losses, SHARES.length * from, market, day, { ...model, kinds });
  }
  const sharesAt = WANDERS.map((_, at) => bestShares(losses, SHARES.length * at));
  // A market whose levels move further than is assumed has to prove it.
  let chosen = 0;
  for (let at = 1; at < WANDERS.length; at++) if (isProvenBetter(losses, sharesAt[at]!, sharesAt[chosen]!)) chosen = at;
  return byKind((kind) => HABITS[sharesAt[chosen]![kind]]!);
}

type Losses = Record<SeriesKind, Map<number, Float64Array>>;
/** For each kind a position in `HABITS`. */
type Choice = Readonly<Record<SeriesKind, number>>;

/** For each kind the share with the least loss among those from a position on, drawn to that of all kinds. */
function bestShares(losses: Losses, from: number): Choice {
  const meansOf = (kinds: readonly SeriesKind[], more: readonly number[], sales: number): number[] => {
    const items = kinds.flatMap((kind) => [...losses[kind].values()]);
    // In whole numbers: sums must not depend on the order of items.
    const sum = (at: number): number => items.reduce((total, one) => total + Math.round(1e6 * one[at]!), 0) / 1e6;
    const count = sum(HABITS.length) / WANDERS.length + sales;
    return SHARES.map((_, at) => (count === 0 ? 0 : (sum(from + at) + sales * more[at]!) / count));
  };
  const ofAll = meansOf(
    SERIES_KINDS,
    SHARES.map(() => 0),
    0,
  );
  return byKind((kind) => {
    const means = meansOf([kind], ofAll, PSEUDO_SALES);
    return from + means.indexOf(Math.min(...means));
  });
}

/** Whether one choice errs less than another by more than two standard errors over items. */
function isProvenBetter(losses: Losses, one: Choice, other: Choice): boolean {
  let [gain, squares] = [0, 0];
  for (const kind of SERIES_KINDS) {
    for (const sums of losses[kind].values()) {
      const less = Math.round(1e4 * (sums[other[kind]]! - sums[one[kind]]!));
      gain += less;
      squares += less ** 2;
    }
  }
  return gain > 2 * Math.sqrt(squares);
}

/** Adds for each item the errors of all shares of the last price, from a position on, and the number of its sales. */
function addLosses(losses: Losses, from: number, market: Market, day: EpochDay, model: MarketModel): void {
  new Appraiser(market, day, model).each(({ lead, used }, leadAt, usedAt) => {
    for (const [at, one] of [
      [leadAt, lead],
      [usedAt, used],
    ] as const) {
      if (one === null || one.own === null || !one.own.isCurrent) continue;
      const { level, last } = one.own;
      const ofKind = losses[market.series[at]!.kind];
      eachSale(market, at, day, level, (logPrice) => {
        let sums = ofKind.get(at);
        if (!sums) ofKind.set(at, (sums = new Float64Array(HABITS.length + 1)));
        for (const [share, of] of SHARES.entries())
          sums[from + share]! += Math.abs(logPrice - level - of * (last - level));
        sums[HABITS.length]!++;
      });
    }
  });
}

type Scores = Record<SeriesKind, Record<DataTier, number[]>>;

/** Where sales fell in the predictions made before them: (log price - log value) / predicted deviation. */
function scoreSales(market: Market, days: readonly EpochDay[], model: MarketModel): Scores {
  const scores = byKind(
    () => Object.fromEntries(DATA_TIERS.map((tier) => [tier, [] as number[]])) as Record<DataTier, number[]>,
  );
  for (const day of days) {
    const { logValue, predictiveDeviation, tier } = valueWithModel(market, day, model);
    for (const [at, { kind }] of market.series.entries()) {
      if (Number.isNaN(logValue[at]!)) continue;
      const ofTier = scores[kind][DATA_TIERS[tier[at]!]!];
      eachSale(market, at, day, logValue[at]!, (logPrice) =>
        ofTier.push((logPrice - logValue[at]!) / predictiveDeviation[at]!),
      );
    }
  }
  return scores;
}

/** The sales of a stretch; what is far from a value is not of the same thing. */
function eachSale(
  { sales, series }: Market,
  at: number,
  day: EpochDay,
  logValue: number,
  take: (logPrice: number) => void,
): void {
  const { start, end } = series[at]!;
  const until = firstAfterDay(sales, start, end, day + STRETCH_DAYS);
  for (let sale = firstAfterDay(sales, start, until, day); sale < until; sale++)
    if (Math.abs(Math.log(Math.max(1, sales.priceCents[sale]!)) - logValue) <= FAR)
      take(Math.log(sales.priceCents[sale]!));
}

/** By which share of sales lies below so many deviations. */
function factorsOf(shareBelow: (score: number) => number): RangeFactors {
  return { low: quantileOf(shareBelow, 0.1), high: quantileOf(shareBelow, 0.9) };
}

function quantileOf(shareBelow: (score: number) => number, share: number): number {
  let [low, high] = [-8, 8];
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2;
    if (shareBelow(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Together with a wider spread, which counts as so many scores. */
function spreadOf(scores: readonly number[], wider: (score: number) => number, pseudoScores: number) {
  const sorted = Float64Array.from(scores).sort();
  return (score: number): number =>
    (countBelow(sorted, score) + pseudoScores * wider(score)) / (sorted.length + pseudoScores);
}

function countBelow(sorted: Float64Array, score: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! <= score) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The share of a normal spread below a number of deviations, by the logistic curve nearest to it. */
function assumedBelow(deviations: number): number {
  return 1 / (1 + Math.exp((-1.702 * deviations) / ASSUMED_SPREAD));
}
