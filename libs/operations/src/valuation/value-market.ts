import { ConflictError, type EpochDay, epochDayOf, formatIsoDay } from '@brickmarket/domain';
import type {
  ComputedValue,
  EarlierRuns,
  ItemToValue,
  ValuationSession,
  ValuationStore,
} from '@brickmarket/persistence-ports';
import { currentSince, DEFAULT_RETAIL_STALE_DAYS } from '@brickmarket/retail-tracking';
import {
  DEFAULT_SETTINGS,
  isMarketModel,
  type MarketModel,
  type MarketValues,
  valueAt,
  valueWholeMarket,
  valueWithModel,
} from '@brickmarket/valuation';
import { type Progress, UNWATCHED } from '../import/progress.ts';
import { type GatheredMarket, gatherMarket } from './gather-market.ts';
import { PAST_DAYS, pastValues } from './past-values.ts';

/**
 * A model older than this is learned anew, and everything valued with it: so long may time pass without a value moving.
 */
const MODEL_DAYS = 7;
/** The market is learned anew, too, when the changed items have more sales than this share of those the model knows. */
const OUTGROWN_SHARE = 0.5;
/** A full run looks no further back: what it learns comes from three whole years. */
const FULL_RUN_DAYS = 4 * 366;

export interface ValueMarketOptions {
  /** The moment the values are of: sales of its UTC day and before count. */
  readonly at: Date;
  /** Value everything, whether or not it has changed. */
  readonly all?: boolean | undefined;
  /** Do nothing when the values are of a later day already, rather than refuse. */
  readonly leavesLater?: boolean | undefined;
  /** A retail price last seen so many days before tells nothing. */
  readonly retailStaleDays?: number | undefined;
  readonly progress?: Progress | undefined;
}

export interface ValuationSummary {
  readonly asOf: EpochDay;
  /** Whether everything was valued, or what had changed. */
  readonly isFull: boolean;
  readonly items: number;
  readonly sales: number;
  /** Values that are other than before. */
  readonly changed: number;
  readonly durationMs: number;
}

/**
 * Values what has changed since the last run: new and corrected sales, prices and dates of sets, retirements, retail
 * prices that have not been seen for too long. Everything when asked to, the first time, when the last full run is a
 * week old, and when the market has outgrown it. All in force at once or not at all.
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
    // A model that was learned from almost nothing says nothing about the market that has arrived since.
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
    const changed = await session.publish({
      asOf,
      calculatedAt: at,
      items,
      values: computedValues(gathered, values),
      pastValues: pastValues(gathered, asOf, model),
      salesRead,
      model: isFull ? model : null,
    });
    return { ...summary, sales: salesRead, changed, durationMs: Math.round(performance.now() - startedAt) };
  });
}

/** What a run values, with its sales. */
interface ReadMarket {
  readonly isFull: boolean;
  readonly items: readonly ItemToValue[];
  readonly gathered: GatheredMarket;
}

/** Whether there is an earlier model, of the shape that this release understands. */
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
