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

/** An older model is learned again, and all items are valued. */
const MODEL_DAYS = 7;
/** Share of sales in changed items above which the model is learned again. */
const OUTGROWN_SHARE = 0.5;
/** Above the average number per item: so many items are surely no large part. */
const MANY_SALES = 250;
/** A year of context before each of three training years. */
const FULL_RUN_DAYS = 4 * 366;

export interface ValueMarketOptions {
  /** Sales of its UTC day count. */
  readonly at: Date;
  /** Start of serving; later for a past day, as the scorecard counts only served values. Default: `at`. */
  readonly servedAt?: Date | undefined;
  readonly all?: boolean | undefined;
  /** Skips instead of ConflictError if stored values are later. */
  readonly leavesLater?: boolean | undefined;
  /** Ignores retail prices observed longer ago, in days. */
  readonly retailStaleDays?: number | undefined;
  readonly shardSales?: number | undefined;
  readonly progress?: Progress | undefined;
}

export interface ValuationSummary {
  readonly asOf: EpochDay;
  readonly isFull: boolean;
  readonly items: number;
  readonly sales: number;
  /** Large markets are not counted. */
  readonly areSalesEstimated: boolean;
  readonly changed: number;
  readonly durationMs: number;
}

/** Values changed items, or all on request, first, weekly and after growth. Published in one transaction. */
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

/** An earlier model in this release's format. */
function isUsable(earlier: EarlierRuns | null): earlier is EarlierRuns {
  return earlier !== null && isMarketModel(earlier.model);
}

function hasOutgrown(sales: number, earlier: EarlierRuns | null): boolean {
  return earlier !== null && sales > (1 + OUTGROWN_SHARE) * earlier.modelSales;
}

/** A model of few sales is outgrown by a large import. */
async function valueChanged(
  run: Run,
  items: readonly ItemToValue[],
  earlier: EarlierRuns,
): Promise<Outcome | 'outgrown'> {
  const { session, at, asOf, servedOn, shardSales, progress } = run;
  // Counting sales takes as long as valuing.
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
  // A new model values all items.
  return { isFull: learned.isLearned, areSalesEstimated: learned.isLearned, ...published };
}
