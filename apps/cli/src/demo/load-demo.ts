import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConflictError } from '@brickmarket/domain';
import { type DemoAccount, DemoMarket, type MarketOptions, writeDemoFeeds } from '@brickmarket/demo-market';
import type { ImportSummary, Progress } from '@brickmarket/operations';
import { DemoRecord, ItemDirectory } from '@brickmarket/persistence-ports';
import type { Stores } from '../persistence.wiring.ts';
import { demoMarketOptions } from './demo-options.ts';
import { DEMO_STEPS } from './demo-steps.ts';
import { backtestWithTruth } from './demo-truth.ts';

const TRUTH_EVERY_DAYS = 7;

export interface LoadDemoOptions {
  readonly market: MarketOptions;
  /** Also into a database that holds something else. */
  readonly force?: boolean | undefined;
  /** Leaves measuring how good the values are to the batch jobs, which do so at once: a service starts sooner. */
  readonly leavesBacktest?: boolean;
  /** Where to write the true values that the market's sales are drawn around. */
  readonly truthPath?: string | undefined;
}

/**
 * Invents a market and loads it, feed by feed, through the imports that real data goes through. Loading the same again
 * changes nothing, one with a later as-of instant adds to it, and a load that was broken off can be run again.
 */
export async function loadDemo(
  stores: Stores,
  options: LoadDemoOptions,
  progress: Progress,
): Promise<readonly ImportSummary[]> {
  if (options.force !== true) await refuseOtherData(stores, options.market);
  const root = await mkdtemp(join(tmpdir(), 'brickmarket-demo-'));
  try {
    progress.step('Inventing a market');
    const folder = await writeDemoFeeds(
      new DemoMarket(options.market),
      root,
      options.truthPath === undefined ? {} : { truthEveryDays: TRUTH_EVERY_DAYS },
    );
    if (options.truthPath !== undefined) await copyFile(folder.truth, options.truthPath);
    const accounts = JSON.parse(await readFile(folder.accounts, 'utf8')) as readonly DemoAccount[];
    await stores.get(DemoRecord).begin(options.market);
    const summaries: ImportSummary[] = [];
    for (const step of DEMO_STEPS)
      summaries.push(...(await step({ stores, folder, accounts, asOf: options.market.asOf, progress })));
    await stores.get(DemoRecord).finish();
    if (options.leavesBacktest !== true) await backtestWithTruth(stores, { now: options.market.asOf, progress });
    return summaries;
  } finally {
    await rm(root, { recursive: true });
  }
}

/** The market that a database is waiting for: the default one when it holds nothing, or the one whose loading was broken off. */
export async function findAwaitedDemo(stores: Stores, now: Date): Promise<MarketOptions | null> {
  const demo = await stores.get(DemoRecord).find();
  if (demo !== null) return demo.finishedAt === null ? demo : null;
  return (await stores.get(ItemDirectory).load()).sets.size === 0 ? demoMarketOptions({}, now) : null;
}

async function refuseOtherData(stores: Stores, market: MarketOptions): Promise<void> {
  const demo = await stores.get(DemoRecord).find();
  if (demo !== null && demo.seed !== market.seed) {
    throw new ConflictError(
      `this database holds another demo market (seed ${demo.seed}): load into an empty database, or mix them with --force`,
    );
  }
  if (demo === null && (await stores.get(ItemDirectory).load()).sets.size > 0) {
    throw new ConflictError(
      'this database holds a catalogue that is no demo: load into an empty database, or mix them with --force',
    );
  }
}
