import type { EpochDay } from '@brickmarket/domain';
import type { PastValue } from '@brickmarket/persistence-ports';
import { type ItemSeries, type MarketModel, valueAt, valueSteps, valueWithModel } from '@brickmarket/valuation';
import type { GatheredMarket, SeriesOwner } from './gather-market.ts';

/** How far back, and how often, the past of an item is filled in that was never valued before. */
export const PAST_DAYS = 364;
const EVERY_DAYS = 7;

/**
 * What sets that were never valued by sales were worth in the past year, week by week, as changes only. Portfolios show
 * a year, and a history that has just been loaded would have none. Only an item's own past sales are looked at, but
 * with what the whole market teaches today and with the facts of today, retail price included: past ones are not kept,
 * and a history made with others would end in a step. What was said of a set before its first sale stays as it was.
 */
export function* pastValues(
  { market, owners }: GatheredMarket,
  asOf: EpochDay,
  model: MarketModel,
): Generator<PastValue> {
  const fresh = owners.flatMap((owner, at) =>
    lacksPast(market, owners, at) ? [{ owner, series: market.series[at]! }] : [],
  );
  if (fresh.length === 0) return;
  const past = { sales: market.sales, series: fresh.map(({ series }, at) => inThePast(series, at)) };
  const days = Array.from({ length: PAST_DAYS / EVERY_DAYS }, (_, week) => asOf - PAST_DAYS + week * EVERY_DAYS);
  const cents = days.map((day) => {
    const values = valueWithModel(past, day, model);
    return Int32Array.from(fresh, (_, at) => valueAt(values, at)?.valueCents ?? -1);
  });
  for (const [at, { owner, series }] of fresh.entries()) {
    const firstDay = owner.item.isValued && series.start < series.end ? market.sales.day[series.start]! : 0;
    if (owner.item.isValued && firstDay === 0) continue;
    const from = days.findIndex((day) => day >= firstDay);
    if (from < 0) continue;
    yield* stepsOf(
      owner,
      days.slice(from),
      cents.slice(from).map((column) => column[at]!),
    );
  }
}

/** Sets that are valued for the first time, and those whose first sales have come since. */
function lacksPast({ sales, series }: GatheredMarket['market'], owners: readonly SeriesOwner[], at: number): boolean {
  const { item, condition } = owners[at]!;
  if (item.isMinifig) return false;
  if (!item.isValued) return true;
  const other = series[condition === 'sealed' ? at + 1 : at - 1]!;
  const hasSales = series[at]!.start < series[at]!.end || other.start < other.end;
  return !item.isBacked && hasSales && sales.day.length > 0;
}

function inThePast(series: ItemSeries, at: number): ItemSeries {
  return {
    ...series,
    sealedSeries: series.sealedSeries === null ? null : at - 1,
  };
}

function stepsOf({ item, condition }: SeriesOwner, days: readonly EpochDay[], cents: readonly number[]): PastValue[] {
  const values = days.map((day, i) => ({ day, valueCents: cents[i]! < 0 ? null : cents[i]! }));
  return valueSteps(values).map((step) => ({ itemId: item.itemId, condition, ...step }));
}
