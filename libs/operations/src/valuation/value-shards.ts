import { setTimeout as sleep } from 'node:timers/promises';
import type { EpochDay } from '@brickmarket/domain';
import type {
  PublishedShards,
  ShardedRun,
  ValuationSession,
  ValuationShard,
  ValuationStore,
  ValuedItems,
} from '@brickmarket/persistence-ports';
import { learnMarket, type MarketModel } from '@brickmarket/valuation';
import type { Progress } from '../import/run-import.ts';
import { gatherMarket } from './gather-market.ts';
import { salesToValue, valueItems } from './value-items.ts';

/** Smaller shards balance better; each costs a few statements. */
export const DEFAULT_SHARD_SALES = 250_000;
/** Markets of at most so many shards are not divided. */
export const UNDIVIDED_SHARDS = 4;
/** One worker learns while others wait; more sales do not improve values. */
const SALES_TO_LEARN_FROM = 250_000;
/** Shards per worker: the database reads one while another is computed. */
const SHARDS_AT_ONCE = 2;
/** Interval for detecting finished and freed shards. */
const CHECK_MS = 100;

export interface DividedRun extends ShardedRun {
  readonly at: Date;
  readonly servedOn: EpochDay;
  readonly isLearned: boolean;
  readonly sales: number;
  readonly progress: Progress;
}

/** Uses items with about `SALES_TO_LEARN_FROM` of the `sales` in the window. */
export async function learnFromSample(
  session: ValuationSession,
  { asOf, after, retailSince }: { readonly asOf: EpochDay; readonly after: EpochDay; readonly retailSince: Date },
  sales: number,
): Promise<MarketModel> {
  const items = await session.listItems(retailSince, Math.ceil(sales / SALES_TO_LEARN_FROM));
  const itemIds = items.map(({ itemId }) => itemId);
  const sample = await gatherMarket(items, (take) => session.readSales({ itemIds, after, until: asOf }, take));
  return learnMarket(sample.market, asOf);
}

/** Idle workers help; publishes when all are valued. Memory holds only current shards. */
export async function valueInShards(
  store: ValuationStore,
  session: ValuationSession,
  { at, servedOn, isLearned, sales, progress, ...run }: DividedRun,
  itemIds: 'all' | readonly number[],
  shards: number,
): Promise<PublishedShards> {
  progress.step('Valuing');
  try {
    await session.divide(run, itemIds, shards);
    const valueAndWatch = async (shard: ValuationShard): Promise<ValuedItems> => {
      progress.advance(shards - (await session.countShardsLeft()), shards);
      return valueShard(shard);
    };
    for (let left = shards; left > 0; left = await session.countShardsLeft())
      if ((await valueFreeShards(store, valueAndWatch)) === 0) await sleep(CHECK_MS);
    progress.step('Writing values');
    return await session.publishShards({
      asOf: run.asOf,
      servedOn,
      calculatedAt: at,
      model: isLearned ? run.model : null,
      // Outgrowth is judged by all sales, not by those that shards read.
      sales: isLearned ? sales : null,
    });
  } finally {
    await session.forgetShards();
  }
}

/** Helps another worker's valuation until no shard is free. Returns how many. */
export function valueShards(store: ValuationStore): Promise<number> {
  return valueFreeShards(store, valueShard);
}

async function valueFreeShards(store: ValuationStore, value: typeof valueShard): Promise<number> {
  const valued = await Promise.all(Array.from({ length: SHARDS_AT_ONCE }, () => store.valueShards(value)));
  return valued.reduce((sum, count) => sum + count, 0);
}

async function valueShard(shard: ValuationShard): Promise<ValuedItems> {
  const { asOf, model, hasOutgrown } = shard;
  const items = await shard.listItems();
  const gathered = await gatherMarket(items, (take) => shard.readSales(salesToValue(items, asOf), take));
  return { items, ...valueItems(gathered, asOf, model as MarketModel, hasOutgrown) };
}
