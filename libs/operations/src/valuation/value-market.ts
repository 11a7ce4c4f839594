import { clockFault, type EpochDay, ConflictError, epochDayOf, formatIsoDay } from '@brickmarket/domain';
import type { EarlierRuns, ItemToValue, ValuationSession, ValuationStore } from '@brickmarket/persistence-ports';
import { currentSince, DEFAULT_RETAIL_STALE_DAYS } from '@brickmarket/retail-tracking';
import { type MarketModel, isMarketModel, learnMarket } from '@brickmarket/valuation';
import { type Progress, UNWATCHED } from '../import/run-import.ts';
import { gatherMarket } from './gather-market.ts';
import { refuse } from './trusted-clock.ts';
import { valueInTurn } from './value-in-turn.ts';
import { quietSales, salesToValue, valueItems } from './value-items.ts';
import {
  type DividedRun,
  DEFAULT_SHARD_SALES,
  learnFromSample,
  UNDIVIDED_SHARDS,
  valueInShards,
} from './value-shards.ts';

/**
 * A model older than this is learned again, and all items are valued with it.
 */
const MODEL_DAYS = 7;
/**
 * The model is learned again, too, when the changed items have more than this share of the sales it was learned from.
 */
const OUTGROWN_SHARE = 0.5;
/** More sales than an item has on average in the time that is read: so many items are surely no large part. */
const MANY_SALES = 250;
/** A full run reads sales of four years: a year of context before each of the three years it learns from. */
const FULL_RUN_DAYS = 4 * 366;

export interface ValueMarketOptions {
  /** The values are as of its UTC day: sales up to and including that day count. */
  readonly at: Date;
  /**
   * When the values begin to be served; left out: at that instant. Later when a past day is valued: the scorecard
   * judges only what was really served.
   */
  readonly servedAt?: Date | undefined;
  /** Value everything, whether or not it has changed. */
  readonly all?: boolean | undefined;
  /** When the stored values are of a later day, do nothing instead of throwing ConflictError. */
  readonly leavesLater?: boolean | undefined;
  /** A retail price that was last observed more than this many days before is ignored. */
  readonly retailStaleDays?: number | undefined;
  /** About how many sales a worker values at a time when it values a part of a large market. */
  readonly shardSales?: number | undefined;
  readonly progress?: Progress | undefined;
}

export interface ValuationSummary {
  readonly asOf: EpochDay;
  /** Whether all items were valued, or only those that had changed. */
  readonly isFull: boolean;
  readonly items: number;
  readonly sales: number;
  /** Whether that is an estimate: the sales of a large market are not counted. */
  readonly areSalesEstimated: boolean;
  /** How many values differ from those before. */
  readonly changed: number;
  readonly durationMs: number;
}

/**
 * Values the items that have changed since the last run: by new and corrected sales, by prices and dates of sets, by
 * retirement, by retail prices that became stale. Values all items on request, in the first run, when the last full run
 * is a week old, and when the market has grown too much since; a large market in parts, together with all workers that
 * have nothing else to do. Published in one transaction.
 */
export function valueMarket(
  store: ValuationStore,
  {
    at,
    servedAt = at,
    all = false,
    leavesLater = false,
    retailStaleDays = DEFAULT_RETAIL_STALE_DAYS,
    shardSales = DEFAULT_SHARD_SALES,
    progress = UNWATCHED,
  }: ValueMarketOptions,
): Promise<ValuationSummary> {
  const startedAt = performance.now();
  const asOf = epochDayOf(at);
  return store.run(async (session) => {
    const earlier = session.findEarlierRuns();
    const nothing = { asOf, isFull: false, ...NO_ITEMS, durationMs: 0 };
    if (earlier !== null && asOf < earlier.asOf) {
      const fault = clockFault({ now: servedAt, valuedOn: earlier.asOf }, servedAt);
      if (leavesLater) {
        refuse(fault);
        return { ...nothing, asOf: earlier.asOf };
      }
      throw new ConflictError(
        `the values are of ${formatIsoDay(earlier.asOf)} already: ` +
          `valuing as of ${formatIsoDay(asOf)} would rewrite the past${fault === null ? '' : `. ${fault.advice}`}`,
      );
    }
    const retailSince = currentSince(asOf, retailStaleDays);
    const servedOn = Math.max(asOf, epochDayOf(servedAt));
    const run: Run = { store, session, at, asOf, servedOn, retailSince, shardSales, progress };
    const timed = (outcome: Outcome): ValuationSummary => ({
      asOf,
      ...outcome,
      durationMs: Math.round(performance.now() - startedAt),
    });
    if (!all && isUsable(earlier) && asOf - earlier.modelAsOf < MODEL_DAYS) {
      const items = await session.listChangedItems(asOf, run.retailSince);
      if (items.length === 0) return nothing;
      const outcome = await valueChanged(run, items, earlier);
      if (outcome !== 'outgrown') return timed(outcome);
    }
    return timed(await valueAll(run, earlier));
  });
}

interface Run {
  readonly store: ValuationStore;
  readonly session: ValuationSession;
  readonly at: Date;
  readonly asOf: EpochDay;
  readonly servedOn: EpochDay;
  readonly retailSince: Date;
  readonly shardSales: number;
  readonly progress: Progress;
}

type Outcome = Omit<ValuationSummary, 'asOf' | 'durationMs'>;

const NO_ITEMS = { items: 0, sales: 0, areSalesEstimated: false, changed: 0 };

/** Whether there is an earlier model, in the format of this release. */
function isUsable(earlier: EarlierRuns | null): earlier is EarlierRuns {
  return earlier !== null && isMarketModel(earlier.model);
}

function hasOutgrown(sales: number, earlier: EarlierRuns | null): boolean {
  return earlier !== null && sales > (1 + OUTGROWN_SHARE) * earlier.modelSales;
}

/** A model that was learned from a few sales does not fit the market that was imported since: it is outgrown. */
async function valueChanged(
  run: Run,
  items: readonly ItemToValue[],
  earlier: EarlierRuns,
): Promise<Outcome | 'outgrown'> {
  const { session, at, asOf, servedOn, shardSales, progress } = run;
  // Asking how many sales some items have takes as long as valuing them.
  if (items.length * MANY_SALES > shardSales && isLarge(run, earlier.modelSales)) {
    const scope = { itemIds: items.map((item) => item.itemId), until: asOf, ...salesToValue(items, asOf) };
    const expected = await session.estimateSales(scope);
    if (expected > OUTGROWN_SHARE * earlier.modelSales) return 'outgrown';
    if (isLarge(run, expected))
      return valueDivided(run, scope, expected, { model: earlier.model, isLearned: false, hasOutgrown: false });
  }
  progress.step(`Valuing ${items.length} items`);
  const mostSales = OUTGROWN_SHARE * earlier.modelSales;
  const valued = await valueInTurn(session, items, asOf, earlier.model as MarketModel, mostSales);
  if (valued === null) return 'outgrown';
  progress.step('Writing values');
  const changed = await session.publish({ asOf, servedOn, calculatedAt: at, ...valued, model: null });
  const { salesRead: sales } = valued;
  return { isFull: false, items: items.length, sales, areSalesEstimated: false, changed };
}

async function valueAll(run: Run, earlier: EarlierRuns | null): Promise<Outcome> {
  const { session, at, asOf, servedOn, retailSince, progress } = run;
  const scope = { itemIds: 'all', after: asOf - FULL_RUN_DAYS, until: asOf } as const;
  const expected = await session.estimateSales(scope);
  if (isLarge(run, expected)) {
    progress.step('Learning the market');
    const learned = {
      model: await learnFromSample(session, { asOf, after: scope.after, retailSince }, expected),
      isLearned: true,
      hasOutgrown: hasOutgrown(expected, earlier),
    };
    return valueDivided(run, scope, expected, learned);
  }
  const items = await session.listItems(retailSince);
  if (items.length > 0) progress.step(`Reading the sales of ${items.length} items`);
  const reach = { ...scope, quiet: quietSales(asOf) };
  const gathered = await gatherMarket(items, (take) => session.readSales(reach, take), earlier?.modelSales);
  const sales = gathered.market.sales.day.length;
  if (items.length === 0) return { isFull: true, ...NO_ITEMS };
  progress.step('Valuing');
  const model = learnMarket(gathered.market, asOf);
  const valued = valueItems(gathered, asOf, model, hasOutgrown(sales, earlier));
  progress.step('Writing values');
  const changed = await session.publish({ asOf, servedOn, calculatedAt: at, items, ...valued, model });
  return { isFull: true, items: items.length, sales, areSalesEstimated: false, changed };
}

function isLarge({ shardSales }: Run, sales: number): boolean {
  return sales > UNDIVIDED_SHARDS * shardSales;
}

async function valueDivided(
  { store, session, at, asOf, servedOn, retailSince, shardSales, progress }: Run,
  { itemIds, after }: { readonly itemIds: 'all' | readonly number[]; readonly after: EpochDay },
  sales: number,
  learned: Pick<DividedRun, 'model' | 'isLearned' | 'hasOutgrown'>,
): Promise<Outcome> {
  const run = { at, asOf, servedOn, after, retailSince, sales, progress, ...learned };
  const published = await valueInShards(store, session, run, itemIds, Math.ceil(sales / shardSales));
  // All items are valued where the model was learned for them.
  return { isFull: learned.isLearned, areSalesEstimated: learned.isLearned, ...published };
}
