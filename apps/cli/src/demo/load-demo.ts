import { copyFile } from 'node:fs/promises';
import { DEFAULT_MARKET_SIZE, type MarketOptions, SHIPPED_CATALOG } from '@brickmarket/demo-market';
import { ConflictError, InvalidInputError, MS_PER_DAY, parseInstant } from '@brickmarket/domain';
import type { ImportSummary, Progress } from '@brickmarket/operations';
import { DemoRecord, ItemDirectory } from '@brickmarket/persistence-ports';
import type { Stores } from '../persistence.wiring.ts';
import { importMarket, valueDemo } from './demo-steps.ts';
import { InventedMarket } from './invented-market.ts';
import { backtestWithTruth, isOfShippedCatalog } from './live-demo.ts';

const TRUTH_EVERY_DAYS = 7;

interface LoadDemoOptions {
  readonly market: MarketOptions;
  /** The same market, already being generated. */
  readonly invented?: InventedMarket | undefined;
  readonly force?: boolean | undefined;
  /** Called when only values are missing. */
  readonly onImported?: () => void;
  /** Leaves the backtest to jobs, for a faster start. */
  readonly leavesBacktest?: boolean;
  readonly truthPath?: string | undefined;
}

/** Uses the ordinary imports, so repeats change nothing, later instants add, and interrupted loads can be repeated. */
export async function loadDemo(
  stores: Stores,
  options: LoadDemoOptions,
  progress: Progress,
): Promise<readonly ImportSummary[]> {
  const { market, force, onImported, leavesBacktest, truthPath } = options;
  if (force !== true) await refuseOtherData(stores, market);
  const invented =
    options.invented ?? (await InventedMarket.begin(market, truthPath === undefined ? null : TRUTH_EVERY_DAYS));
  try {
    await stores.get(DemoRecord).begin({ ...market, profile: SHIPPED_CATALOG.name });
    const summaries = await importMarket({ stores, invented, progress });
    onImported?.();
    await valueDemo({ stores, invented, progress });
    await stores.get(DemoRecord).finish();
    if (truthPath !== undefined) {
      await invented.written('truth');
      await copyFile(invented.folder.truth, truthPath);
    }
    if (leavesBacktest !== true) await backtestWithTruth(stores, { now: market.asOf, publishes: true, progress });
    return summaries;
  } finally {
    await invented.discard();
  }
}

/** First demo of an empty database, or an interrupted load; null: none. */
export async function findPendingDemo(stores: Stores, now: Date): Promise<MarketOptions | null> {
  const demo = await stores.get(DemoRecord).find();
  if (demo !== null) return demo.finishedAt === null && isOfShippedCatalog(demo) ? demo : null;
  return (await stores.get(ItemDirectory).load()).sets.size === 0 ? firstDemoMarket(now) : null;
}

/** A day old, so that its first update brings a day of sales, price changes and alerts. */
export function firstDemoMarket(now: Date): MarketOptions {
  return demoMarketOptions({}, new Date(now.getTime() - MS_PER_DAY));
}

async function refuseOtherData(stores: Stores, market: MarketOptions): Promise<void> {
  const demo = await stores.get(DemoRecord).find();
  if (demo !== null && !isOfShippedCatalog(demo))
    throw new ConflictError('this database has the demo of an earlier version: load into an empty database');
  if (demo !== null && demo.seed !== market.seed) {
    throw new ConflictError(
      `this database has another demo market (seed ${demo.seed}): ` +
        'load into an empty database, or mix them with --force',
    );
  }
  if (demo === null && (await stores.get(ItemDirectory).load()).sets.size > 0) {
    throw new ConflictError(
      'this database has a catalog that is not a demo: load into an empty database, or mix them with --force',
    );
  }
}

export interface DemoFlags {
  readonly sets?: number;
  readonly years?: number;
  readonly seed?: string;
  readonly asOf?: string;
}

export const DEFAULT_SEED = 'brickmarket';

/** As of today unless given, with minifigs in proportion to sets. */
export function demoMarketOptions(flags: DemoFlags, now: Date): MarketOptions {
  const sets = flags.sets ?? DEFAULT_MARKET_SIZE.sets;
  const asOf = flags.asOf === undefined ? now : parseInstant(flags.asOf);
  if (asOf === null)
    throw new InvalidInputError(`--as-of must be a time such as 2026-11-15T12:00:00Z, not "${flags.asOf}"`);
  return {
    seed: flags.seed ?? DEFAULT_SEED,
    asOf,
    sets,
    minifigs: Math.round((sets * DEFAULT_MARKET_SIZE.minifigs) / DEFAULT_MARKET_SIZE.sets),
    years: flags.years ?? DEFAULT_MARKET_SIZE.years,
  };
}
