import type { EpochDay } from '@brickmarket/domain';
import type { ComputedValue, ItemToValue, PastValue, SaleReach, ValuedItems } from '@brickmarket/persistence-ports';
import {
  type ItemSeries,
  type Market,
  type MarketModel,
  type MarketValues,
  baselinesOf,
  firstAfterDay,
  Scratch,
  valueAt,
  valueSteps,
  valueWithModel,
  WINDOW_DAYS,
} from '@brickmarket/valuation';
import type { GatheredMarket, SeriesOwner } from './gather-market.ts';

/** The past of an item that was never valued is computed for so many days, at intervals of `EVERY_DAYS`. */
const PAST_DAYS = 364;
const EVERY_DAYS = 7;

/** The last sales of items that have sold nothing in a window: their prices are carried forward. */
export function quietSales(asOf: EpochDay): NonNullable<SaleReach['quiet']> {
  return { since: asOf - WINDOW_DAYS, days: WINDOW_DAYS };
}

/** The sales that items are valued by: of a window, else the last, and of the past where that is computed, too. */
export function salesToValue(items: readonly ItemToValue[], asOf: EpochDay): SaleReach {
  const after = asOf - WINDOW_DAYS;
  const quiet = quietSales(asOf);
  const itemIds = items.filter(({ isBacked }) => !isBacked).map(({ itemId }) => itemId);
  return itemIds.length === 0 ? { after, quiet } : { after, quiet, older: { itemIds, after: after - PAST_DAYS } };
}

/** Values items by a model, with the past of those that have none. Computed while it is read. */
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
  const scratch = new Scratch();
  for (const [at, { item, condition }] of owners.entries()) {
    const price = valueAt(values, at);
    const baselines = baselinesOf(market.sales, market.series[at]!, asOf, scratch);
    yield { itemId: item.itemId, condition, price, tier: price?.tier ?? 'none', baselines };
  }
}

/**
 * The values over the past year of sets that were never valued by sales, week by week, as steps. Portfolios show a
 * year, which would be empty for a market that has just been imported. Each day uses only the sales before it, but
 * today's model and today's facts, including the retail price: past ones are not stored, and other facts would make the
 * history end in a jump. Values before a set's first sale are not changed, unless the earlier model was outgrown: what
 * it said of sets without sales, mostly nothing, would stay until yesterday.
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

/** Whether a set has got its first sales since it was valued. */
function lacksPast(market: Market, owners: readonly SeriesOwner[], at: number, asOf: EpochDay): boolean {
  return (
    !owners[at]!.item.isBacked && bothSeries(market, owners, at).some((one) => firstDayOf(market, one, asOf) <= asOf)
  );
}

/** The day of the first sale that the past is computed from, whatever else was read; infinity without one. */
function firstDayOf({ sales }: Market, { start, end }: ItemSeries, asOf: EpochDay): number {
  const first = firstAfterDay(sales, start, end, asOf - PAST_DAYS - WINDOW_DAYS);
  return first < end ? sales.day[first]! : Number.POSITIVE_INFINITY;
}

/** A full run reads older sales than others do: those of what sells do not count, so that all runs agree. */
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
