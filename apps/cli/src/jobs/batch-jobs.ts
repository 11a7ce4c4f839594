import { epochDayOf, formatIsoMonth, MS_PER_DAY } from '@brickmarket/domain';
import { KNOWN_DEVICE_MS } from '@brickmarket/identity';
import {
  type DroppedImports,
  finalizeMonths,
  importCatalog,
  importDropped,
  importMinifigNumbers,
  importRetailPrices,
  importSales,
  importSetDetails,
  type Job,
  valueMarket,
} from '@brickmarket/operations';
import {
  BacktestStore,
  CatalogImport,
  EventLog,
  IdentityRetention,
  ItemDirectory,
  KeyUsageRetention,
  MonthStore,
  RetailImport,
  SalesImport,
  StoreClock,
  ValuationStore,
} from '@brickmarket/persistence-ports';
import { valuationText } from '../commands/valuation.command.ts';
import { backtestWithTruth, updateDemo } from '../demo/live-demo.ts';
import type { Stores } from '../persistence.wiring.ts';

/** How long daily counters of usage are kept. */
const USAGE_DAYS = 400;
/** How long events are kept, with the alerts and deliveries that came of them. */
const EVENT_DAYS = 400;
/** How long expired sessions and links are kept: a link that is asked for later is unknown instead of used. */
const LINK_DAYS = 30;
const BACKTEST_EVERY_MS = 7 * MS_PER_DAY;
/** After a backtest that found no sales, which is expensive too: not repeated every time the jobs run. */
const RETRY_BACKTEST_MS = 3_600_000;

/** Settings of the batch jobs. */
export interface JobSettings {
  /** Folder of files to import; null: none. */
  readonly dropFolder: string | null;
  readonly graceDays?: number | undefined;
  readonly retailStaleDays?: number | undefined;
  /** Whether a loaded demo market is kept up to date. */
  readonly demo: boolean;
}

/** The background jobs, in the order of their dependencies: imports, then values, then months. */
export function batchJobs(
  stores: Stores,
  { dropFolder, graceDays, retailStaleDays, demo }: JobSettings,
): readonly Job[] {
  const clock = () => stores.get(StoreClock).now();
  const backtestWhenDue = backtestJob(stores, retailStaleDays);
  return [
    { name: 'demo', run: async () => (demo ? updateDemo(stores, await clock()) : null) },
    {
      name: 'import',
      run: async () =>
        dropFolder === null
          ? null
          : linesOrNull(
              (await importDropped(dropFolder, droppedImports(stores), new Date())).map(
                ({ name, outcome }) => `${name}: ${outcome}`,
              ),
            ),
    },
    { name: 'value', run: async () => valueOrNull(stores, await clock(), retailStaleDays) },
    { name: 'months', run: async () => finalizeOrNull(stores, await clock(), graceDays) },
    { name: 'events', run: async () => recordEvents(stores, await clock()) },
    {
      name: 'usage',
      run: async () =>
        forgotten(await stores.get(KeyUsageRetention).deleteBefore(epochDayOf(await clock()) - USAGE_DAYS)),
    },
    { name: 'sessions', run: async () => forgetSessions(stores, await clock()) },
    // Last: it takes the longest, and nothing waits for it.
    { name: 'backtest', run: async () => backtestWhenDue(await clock()) },
  ];
}

function droppedImports(stores: Stores): DroppedImports {
  const items = stores.get(ItemDirectory);
  const catalog = stores.get(CatalogImport);
  return {
    catalog: (folder, options) => importCatalog(catalog, folder, options),
    'set-details': (file, options) => importSetDetails({ catalog, items }, file, options),
    'minifig-numbers': (file, options) => importMinifigNumbers({ catalog, items }, file, options),
    sales: (file, options) => importSales({ sales: stores.get(SalesImport), items }, [file], options),
    'retail-prices': (file, options) => importRetailPrices(stores.get(RetailImport), [file], options),
  };
}

async function valueOrNull(stores: Stores, at: Date, retailStaleDays: number | undefined): Promise<string | null> {
  const summary = await valueMarket(stores.get(ValuationStore), { at, leavesLater: true, retailStaleDays });
  return summary.items === 0 ? null : valuationText(summary);
}

async function finalizeOrNull(stores: Stores, now: Date, graceDays: number | undefined): Promise<string | null> {
  const { months, series, through } = await finalizeMonths(stores.get(MonthStore), { now, graceDays });
  return months === 0
    ? null
    : `published ${months} months of ${series} sets and conditions, through ${formatIsoMonth(through)}`;
}

/** Runs a backtest when the last report is a week old, or there is none. */
function backtestJob(stores: Stores, retailStaleDays: number | undefined): (now: Date) => Promise<string | null> {
  let retryAt = Number.NEGATIVE_INFINITY;
  return async (now) => {
    const latest = await stores.get(BacktestStore).findLatest();
    if (now.getTime() < retryAt || (latest && now.getTime() - latest.ranAt.getTime() < BACKTEST_EVERY_MS)) return null;
    const { firstMonth, lastMonth, againstSales } = await backtestWithTruth(stores, { now, retailStaleDays });
    const { sales, estimator } = againstSales.overall;
    if (sales === 0) retryAt = now.getTime() + RETRY_BACKTEST_MS;
    return sales === 0
      ? null
      : `median error ${estimator.mdapePct ?? '-'} % against ${sales} sales of ${firstMonth} to ${lastMonth}`;
  };
}

function forgotten(counters: number): string | null {
  return counters === 0 ? null : `forgot ${counters} counters of days more than ${USAGE_DAYS} days ago`;
}

/** Time alone makes events too; they are recorded once, however often this runs. */
async function recordEvents(stores: Stores, now: Date): Promise<string | null> {
  const events = stores.get(EventLog);
  const recorded = await events.recordDue();
  const deleted = await events.deleteBefore(new Date(now.getTime() - EVENT_DAYS * MS_PER_DAY));
  return linesOrNull([
    ...(recorded > 0 ? [`recorded ${recorded} events`] : []),
    ...(deleted > 0 ? [`forgot ${deleted} events of more than ${EVENT_DAYS} days ago`] : []),
  ]);
}

async function forgetSessions(stores: Stores, now: Date): Promise<string | null> {
  const count = await stores.get(IdentityRetention).deleteBefore({
    over: new Date(now.getTime() - LINK_DAYS * MS_PER_DAY),
    devicesUnusedSince: new Date(now.getTime() - KNOWN_DEVICE_MS),
  });
  return count === 0 ? null : `forgot ${count} sessions, links and counters of attempts that are over`;
}

function linesOrNull(lines: readonly string[]): string | null {
  return lines.length === 0 ? null : lines.join('\n');
}
