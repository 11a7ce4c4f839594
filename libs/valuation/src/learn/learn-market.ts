import type { EpochDay } from '@brickmarket/domain';
import { Evidence } from '../estimate/evidence.ts';
import { MEDIAN_OF_PAIR } from '../estimate/jumps.ts';
import { byKind, type MarketModel, UNLEARNED_MODEL } from '../estimate/market-model.ts';
import { type MarketValues, valueWithModel } from '../estimate/market-values.ts';
import { NO_CHANGES } from '../estimate/next-change.ts';
import { soldKinds } from '../estimate/no-market.ts';
import { type Market, marketOf, sampleOfMarket, type SeriesKind, soldSeriesOf } from '../kernel/market.ts';
import { medianOf } from '../kernel/quantiles.ts';
import { learnChanges } from './learn-changes.ts';
import { learnRatios } from './learn-ratios.ts';
import { REHEARSED_DAYS, rehearse } from './rehearse.ts';

/** A model is learned from items with about this many sales: a large market has what they tell many times over. */
const ENOUGH_SALES = 150_000;
/** Neighbouring prices further apart in time tell more of growth than of scatter. */
const LONGEST_GAP_DAYS = 100;
/** What is assumed counts as so many pairs of neighbouring prices. */
const PSEUDO_PAIRS = 30;

/** A market valued on one day, with what was learned on the way. */
export interface ValuedMarket {
  readonly model: MarketModel;
  readonly values: MarketValues;
}

/** Learns all that the sales of a market, or of a sample of its items, teach up to and including the as-of day. */
export function learnMarket(market: Market, asOf: EpochDay): MarketModel {
  const sample = sampleOfMarket(marketOf(market, soldSeriesOf(market)), ENOUGH_SALES);
  const learned = learnPrices(sample, asOf);
  const rehearsed = rehearse(sample, asOf, learnPrices(sample, asOf - REHEARSED_DAYS));
  const kinds = byKind((kind) => {
    const { changes, deviation } = learned.kinds[kind];
    const { wander, lastShare, ranges } = rehearsed[kind];
    return { deviation, wander, lastShare, ranges, changes: lastShare === 0 ? NO_CHANGES : changes };
  });
  return { ...learned, hasSold: soldKinds(market, asOf), kinds };
}

/** Values a whole market with all that its sales up to and including the as-of day teach. */
export function valueWholeMarket(market: Market, asOf: EpochDay): ValuedMarket {
  const model = learnMarket(market, asOf);
  return { model, values: valueWithModel(market, asOf, model) };
}

function learnPrices(market: Market, asOf: EpochDay): MarketModel {
  const deviations = learnDeviations(market, asOf);
  const changes = learnChanges(market, asOf);
  const kinds = byKind((kind) => ({
    ...UNLEARNED_MODEL.kinds[kind],
    deviation: deviations[kind],
    changes: changes[kind],
  }));
  const model = { ...UNLEARNED_MODEL, kinds };
  return { ...model, ...learnRatios(market, asOf, model) };
}

/** The scatter of single sales, from neighbouring prices of each item. */
function learnDeviations({ sales, series }: Market, asOf: EpochDay): Record<SeriesKind, number> {
  const changes = byKind((): number[] => []);
  const evidence = new Evidence(sales);
  for (const one of series) {
    evidence.load(one, asOf);
    const { size, day, logPrice } = evidence;
    for (let at = 1; at < size; at++)
      if (day[at]! - day[at - 1]! <= LONGEST_GAP_DAYS)
        changes[one.kind].push(Math.abs(logPrice[at]! - logPrice[at - 1]!));
  }
  return byKind((kind) => {
    const assumed = UNLEARNED_MODEL.kinds[kind].deviation;
    const pairs = changes[kind].length;
    if (pairs === 0) return assumed;
    return (pairs * (medianOf(changes[kind]) / MEDIAN_OF_PAIR) + PSEUDO_PAIRS * assumed) / (pairs + PSEUDO_PAIRS);
  });
}
