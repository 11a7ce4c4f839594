import { DemoMarket } from '@brickmarket/demo-market';
import type { ItemKind } from '@brickmarket/domain';
import { backtestMarket, type BacktestMarketOptions, type KnownTruth } from '@brickmarket/operations';
import { BacktestStore, DemoRecord, ItemDirectory, ValuationStore } from '@brickmarket/persistence-ports';
import type { MarketReport } from '@brickmarket/valuation';
import type { Stores } from '../persistence.wiring.ts';

/** The true values behind the sales of the demo that a database holds; undefined when it holds none. */
export async function findDemoTruth(stores: Stores): Promise<KnownTruth | undefined> {
  const demo = await stores.get(DemoRecord).find();
  if (demo === null) return undefined;
  const market = new DemoMarket(demo);
  const { sets, minifigs } = await stores.get(ItemDirectory).load();
  const numbers = new Map([...sets, ...minifigs].map(([number, id]) => [id, number]));
  return (itemId, isMinifig, condition, day) => {
    const kind: ItemKind = isMinifig ? 'minifig' : 'set';
    return market.trueValueCents(kind, numbers.get(itemId)!, condition, day);
  };
}

/** Months that a report goes back, unless somebody asks for more or less. */
export const BACKTEST_MONTHS = 12;

/** Measures how good the values are, of a demo also against the truth, and keeps the report for the page on the method. */
export async function backtestWithTruth(
  stores: Stores,
  options: Omit<BacktestMarketOptions, 'truth' | 'months'> & { readonly months?: number | undefined },
): Promise<MarketReport> {
  const { months = BACKTEST_MONTHS, ...others } = options;
  return backtestMarket(stores.pick({ valuations: ValuationStore, backtests: BacktestStore }), {
    ...others,
    months,
    truth: await findDemoTruth(stores),
  });
}
