import { type EpochDay, ConflictError, epochDayOf, formatIsoDay } from '@brickmarket/domain';
import type {
  PastValue,
  ComputedValue,
  EarlierRuns,
  ItemToValue,
  ValuationSession,
  ValuationStore,
} from '@brickmarket/persistence-ports';
import { currentSince, DEFAULT_RETAIL_STALE_DAYS } from '@brickmarket/retail-tracking';
import {
  type ItemSeries,
  type MarketModel,
  valueAt,
  valueSteps,
  valueWithModel,
  DEFAULT_SETTINGS,
  isMarketModel,
  type MarketValues,
  valueWholeMarket,
} from '@brickmarket/valuation';
import { type Progress, UNWATCHED } from '../import/run-import.ts';
import { type GatheredMarket, type SeriesOwner, gatherMarket } from './gather-market.ts';

/**
 * A model older than this is learned again, and all items are valued with it.
 */
const MODEL_DAYS = 7;
/**
 * The model is learned again, too, when the changed items have more than this share of the sales it was learned from.
 */
const OUTGROWN_SHARE = 0.5;
/** A full run reads sales of four years: a year of context before each of the three years it learns from. */
const FULL_RUN_DAYS = 4 * 366;

interface ValueMarketOptions {
  /** The values are as of its UTC day: sales up to and including that day count. */
  readonly at: Date;
  /** Value everything, whether or not it has changed. */
  readonly all?: boolean | undefined;
  /** When the stored values are of a later day, do nothing instead of throwing ConflictError. */
  readonly leavesLater?: boolean | undefined;
  /** A retail price that was last observed more than this many days before is ignored. */
  readonly retailStaleDays?: number | undefined;
  readonly progress?: Progress | undefined;
}

export interface ValuationSummary {
  readonly asOf: EpochDay;
  /** Whether all items were valued, or only those that had changed. */
  readonly isFull: boolean;
  readonly items: number;
  readonly sales: number;
  /** How many values differ from those before. */
  readonly changed: number;
  readonly durationMs: number;
}

/**
 * Values the items that have changed since the last run: by new and corrected sales, by prices and dates of sets, by
 * retirement, by retail prices that became stale. Values all items on request, in the first run, when the last full run
 * is a week old, and when the market has grown too much since. Published in one transaction.
 */
export function valueMarket(
  store: ValuationStore,
  {
    at,
    all = false,
    leavesLater = false,
    retailStaleDays = DEFAULT_RETAIL_STALE_DAYS,
    progress = UNWATCHED,
  }: ValueMarketOptions,
): Promise<ValuationSummary> {
  const startedAt = performance.now();
  const asOf = epochDayOf(at);
  return store.run(async (session) => {
    const earlier = session.findEarlierRuns();
    if (earlier !== null && asOf < earlier.asOf) {
      if (leavesLater) return { asOf: earlier.asOf, isFull: false, items: 0, sales: 0, changed: 0, durationMs: 0 };
      throw new ConflictError(
        `the values are of ${formatIsoDay(earlier.asOf)} already: ` +
          `valuing as of ${formatIsoDay(asOf)} would rewrite the past`,
      );
    }
    const retailSince = currentSince(asOf, retailStaleDays);
    const read = async (isFull: boolean): Promise<ReadMarket> => {
      const items = isFull ? await session.listItems(retailSince) : await session.listChangedItems(asOf, retailSince);
      if (items.length > 0) progress.step(`Reading the sales of ${items.length} items`);
      const gathered = await readMarket(session, items, isFull, asOf, isFull ? earlier?.modelSales : undefined);
      return { isFull, items, gathered };
    };
    const isDue = all || !isUsable(earlier) || asOf - earlier.modelAsOf >= MODEL_DAYS;
    let market = await read(isDue);
    // A model that was learned from a few sales does not fit the market that was imported since.
    if (
      !isDue &&
      market.gathered.market.sales.day.length > OUTGROWN_SHARE * earlier.modelSales &&
      market.items.length > 0
    )
      market = await read(true);
    const { isFull, items, gathered } = market;
    const summary = { asOf, isFull, items: items.length, durationMs: 0 };
    if (items.length === 0) return { ...summary, sales: 0, changed: 0 };
    progress.step('Valuing');
    const { values, model } = computeValues(gathered, asOf, isFull ? null : earlier);
    progress.step('Writing values');
    const salesRead = gathered.market.sales.day.length;
    const hasOutgrown = isFull && earlier !== null && salesRead > (1 + OUTGROWN_SHARE) * earlier.modelSales;
    const changed = await session.publish({
      asOf,
      calculatedAt: at,
      items,
      values: computedValues(gathered, values),
      pastValues: pastValues(gathered, asOf, model, hasOutgrown),
      salesRead,
      model: isFull ? model : null,
    });
    return { ...summary, sales: salesRead, changed, durationMs: Math.round(performance.now() - startedAt) };
  });
}

/** The items of a run, with their sales. */
interface ReadMarket {
  readonly isFull: boolean;
  readonly items: readonly ItemToValue[];
  readonly gathered: GatheredMarket;
}

/** Whether there is an earlier model, in the format of this release. */
function isUsable(earlier: EarlierRuns | null): earlier is EarlierRuns {
  return earlier !== null && isMarketModel(earlier.model);
}

function readMarket(
  session: ValuationSession,
  items: readonly ItemToValue[],
  isFull: boolean,
  asOf: EpochDay,
  expectedSales?: number,
): Promise<GatheredMarket> {
  const days = isFull
    ? FULL_RUN_DAYS
    : DEFAULT_SETTINGS.windowDays + (items.every((item) => item.isBacked) ? 0 : PAST_DAYS);
  const itemIds = isFull ? 'all' : items.map((item) => item.itemId);
  return gatherMarket(
    items,
    (take) => session.readSales({ itemIds, after: asOf - days, until: asOf }, take),
    expectedSales,
  );
}

function computeValues(
  { market }: GatheredMarket,
  asOf: EpochDay,
  earlier: EarlierRuns | null,
): { values: MarketValues; model: MarketModel } {
  if (earlier === null) return valueWholeMarket(market, asOf);
  const model = earlier.model as MarketModel;
  return { model, values: valueWithModel(market, asOf, model) };
}

function* computedValues({ owners }: GatheredMarket, values: MarketValues): Generator<ComputedValue> {
  for (const [at, { item, condition }] of owners.entries()) {
    const price = valueAt(values, at);
    yield { itemId: item.itemId, condition, price, tier: price?.tier ?? 'none' };
  }
}

/** The past of an item that was never valued is computed for so many days, at intervals of `EVERY_DAYS`. */
const PAST_DAYS = 364;
const EVERY_DAYS = 7;

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
    !owner.item.isMinifig && (isAnew(owner) || lacksPast(market, owners, at))
      ? [{ owner, series: market.series[at]! }]
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
    if (!isAnew(owner) && series.start === series.end) continue;
    const firstDay = isAnew(owner) ? 0 : market.sales.day[series.start]!;
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
function lacksPast({ sales, series }: GatheredMarket['market'], owners: readonly SeriesOwner[], at: number): boolean {
  const { item, condition } = owners[at]!;
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
