import type { EpochDay } from '@brickmarket/domain';
import type { ComputedValue, ItemToValue, PastValue, SaleReach, ValuedItems } from '@brickmarket/persistence-ports';
import {
  type ItemSeries,
  type Market,
  type MarketModel,
  type MarketValues,
  baselinesOf,
  firstAfterDay,
  valueAt,
  valueSteps,
  valueWithModel,
  WINDOW_DAYS,
} from '@brickmarket/valuation';
import type { GatheredMarket, SeriesOwner } from './gather-market.ts';

/** Days of past values for new items, at intervals of `EVERY_DAYS`. */
const PAST_DAYS = 364;
const EVERY_DAYS = 7;

/** Last sales of items without sales in the window: their prices are carried forward. */
export function quietSales(asOf: EpochDay): NonNullable<SaleReach['quiet']> {
  return { since: asOf - WINDOW_DAYS, days: WINDOW_DAYS };
}

/** Sales of the window, else the last ones, and of the past where it is computed. */
export function salesToValue(items: readonly ItemToValue[], asOf: EpochDay): SaleReach {
  const after = asOf - WINDOW_DAYS;
  const quiet = quietSales(asOf);
  const itemIds = items.filter(({ isBacked }) => !isBacked).map(({ itemId }) => itemId);
  return itemIds.length === 0 ? { after, quiet } : { after, quiet, older: { itemIds, after: after - PAST_DAYS } };
}

/** Lazily; includes the past of items without one. */
export function valueItems(
  gathered: GatheredMarket,
  asOf: EpochDay,
  model: MarketModel,
  hasOutgrown: boolean,
): Omit<ValuedItems, 'items'> {
  return {
    values: computedValues(gathered, asOf, valueWithModel(gathered.market, asOf, model)),
    pastValues: pastValues(gathered, asOf, model, hasOutgrown),
    salesRead: gathered.market.sales.day.length,
  };
}

function* computedValues(
  { market, owners }: GatheredMarket,
  asOf: EpochDay,
  values: MarketValues,
): Generator<ComputedValue> {
  for (const [at, { item, condition }] of owners.entries()) {
    const price = valueAt(values, at);
    const baselines = baselinesOf(market.sales, market.series[at]!, asOf);
    yield { itemId: item.itemId, condition, price, tier: price?.tier ?? 'none', baselines };
  }
}

/**
 * Weekly values of the past year for sets not yet valued by sales: earlier sales, but today's model and facts.
 * Values before the first sale stay, unless the model was outgrown.
 */
function* pastValues(
  { market, owners }: GatheredMarket,
  asOf: EpochDay,
  model: MarketModel,
  hasOutgrown: boolean,
): Generator<PastValue> {
  const isAnew = ({ item }: SeriesOwner): boolean => !item.isValued || (hasOutgrown && !item.isBacked);
  const fresh = owners.flatMap((owner, at) =>
    !owner.item.isMinifig && (isAnew(owner) || lacksPast(market, owners, at, asOf))
      ? [{ owner, series: ofPast(market, owners, at, asOf) }]
      : [],
  );
  if (fresh.length === 0) return;
  const past = { sales: market.sales, series: fresh.map(({ series }, at) => inThePast(series, at)) };
  const days = Array.from({ length: PAST_DAYS / EVERY_DAYS }, (_, week) => asOf - PAST_DAYS + week * EVERY_DAYS);
  const cents = days.map((day) => {
    const values = valueWithModel(past, day, model);
    return Int32Array.from(fresh, (_, at) => valueAt(values, at)?.valueCents ?? -1);
  });
  for (const [at, { owner, series }] of fresh.entries()) {
    const firstDay = isAnew(owner) ? 0 : firstDayOf(market, series, asOf);
    const from = days.findIndex((day) => day >= firstDay);
    if (from < 0) continue;
    yield* stepsOf(
      owner,
      days.slice(from),
      cents.slice(from).map((column) => column[at]!),
    );
  }
}

/** First sales since the last valuation. */
function lacksPast(market: Market, owners: readonly SeriesOwner[], at: number, asOf: EpochDay): boolean {
  return (
    !owners[at]!.item.isBacked && bothSeries(market, owners, at).some((one) => firstDayOf(market, one, asOf) <= asOf)
  );
}

/** First sale used for the past; Infinity: none. */
function firstDayOf({ sales }: Market, { start, end }: ItemSeries, asOf: EpochDay): number {
  const first = firstAfterDay(sales, start, end, asOf - PAST_DAYS - WINDOW_DAYS);
  return first < end ? sales.day[first]! : Number.POSITIVE_INFINITY;
}

/** Ignores older sales that only full runs read, so that all runs agree. */
function ofPast(market: Market, owners: readonly SeriesOwner[], at: number, asOf: EpochDay): ItemSeries {
  const { sales } = market;
  const sells = bothSeries(market, owners, at).some(
    ({ start, end }) => firstAfterDay(sales, start, end, asOf - WINDOW_DAYS) < end,
  );
  const series = market.series[at]!;
  if (!sells) return series;
  return { ...series, start: firstAfterDay(sales, series.start, series.end, asOf - PAST_DAYS - WINDOW_DAYS) };
}

function bothSeries({ series }: Market, owners: readonly SeriesOwner[], at: number): readonly ItemSeries[] {
  return [series[at]!, series[owners[at]!.condition === 'sealed' ? at + 1 : at - 1]!];
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
