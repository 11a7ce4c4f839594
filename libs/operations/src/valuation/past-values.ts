import type { EpochDay } from '@brickmarket/domain';
import type { PastValue } from '@brickmarket/persistence-ports';
import { type ItemSeries, type MarketModel, valueAt, valueSteps, valueWithModel } from '@brickmarket/valuation';
import type { GatheredMarket, SeriesOwner } from './gather-market.ts';

/** How far back, and how often, the past of an item is filled in that was never valued before. */
export const PAST_DAYS = 364;
const EVERY_DAYS = 7;

/**
 * What sets that were never valued were worth in the past year, week by week, as changes only. Portfolios show a year, and
 * a history that has just been loaded would have none. Only an item's own past sales are looked at, but with what the whole
 * market teaches today, and with list prices, since past retail prices are not kept.
 */
export function* pastValues(
  { market, owners }: GatheredMarket,
  asOf: EpochDay,
  model: MarketModel,
): Generator<PastValue> {
  const fresh = owners.flatMap((owner, at) =>
    owner.item.isValued || owner.item.isMinifig ? [] : [{ owner, series: market.series[at]! }],
  );
  if (fresh.length === 0) return;
  const past = { sales: market.sales, series: fresh.map(({ series }, at) => inThePast(series, at)) };
  const days = Array.from({ length: PAST_DAYS / EVERY_DAYS }, (_, week) => asOf - PAST_DAYS + week * EVERY_DAYS);
  const cents = days.map((day) => {
    const values = valueWithModel(past, day, model);
    return Int32Array.from(fresh, (_, at) => valueAt(values, at)?.valueCents ?? -1);
  });
  for (const [at, { owner }] of fresh.entries())
    yield* stepsOf(
      owner,
      days,
      cents.map((column) => column[at]!),
    );
}

function inThePast(series: ItemSeries, at: number): ItemSeries {
  return {
    ...series,
    facts: { ...series.facts, retailPriceCents: null },
    sealedSeries: series.sealedSeries === null ? null : at - 1,
  };
}

function stepsOf({ item, condition }: SeriesOwner, days: readonly EpochDay[], cents: readonly number[]): PastValue[] {
  const values = days.map((day, i) => ({ day, valueCents: cents[i]! < 0 ? null : cents[i]! }));
  return valueSteps(values).map((step) => ({ itemId: item.itemId, condition, ...step }));
}
