import type { EventKinds } from '@brickmarket/alerts';
import { FolderSnapshots, makeSnapshots } from '@brickmarket/catalog-copy';
import { epochDayOf, formatIsoMonth, MS_PER_DAY } from '@brickmarket/domain';
import { KNOWN_DEVICE_MS } from '@brickmarket/identity';
import {
  type DroppedImport,
  type DroppedImports,
  earlierNow,
  finalizeMonths,
  holdsTooLittle,
  importCatalog,
  importDropped,
  importMinifigNumbers,
  importRetailPrices,
  importSales,
  importSetDetails,
  reportScores,
  trustedNow,
  valueMarket,
  valueShards,
  type ValueMarketOptions,
} from '@brickmarket/operations';
import {
  BacktestStore,
  BookRetention,
  CURSOR_DAYS,
  CatalogImport,
  ChangeRetention,
  EventLog,
  IdentityRetention,
  ImportJournal,
  ItemChanges,
  ItemDirectory,
  KeyUsageRetention,
  MinifigCatalog,
  MonthHistory,
  MonthStore,
  RetailImport,
  RetailRetention,
  SalesImport,
  ScorecardStore,
  SetCatalog,
  StoreClock,
  type Task,
  ValuationStore,
} from '@brickmarket/persistence-ports';
import { cliConfig } from '../config.ts';
import { backtestWithTruth, updateDemo } from '../demo/live-demo.ts';
import { oldSales } from '../output/old-sales.ts';
import { valuationText } from '../output/valuation-text.ts';
import type { Stores } from '../persistence.wiring.ts';
import { runSources, runText } from '../sources/run-sources.ts';
import { sourceContext } from '../sources/source-context.ts';

/** Days that daily usage counters are retained. */
const USAGE_DAYS = 400;
/** Events with their alerts and deliveries. */
const EVENT_DAYS = 400;
/** Expired sessions and links; older links are unknown instead of used. */
const LINK_DAYS = 30;
/** A day longer than cursors are valid. */
const CHANGE_DAYS = CURSOR_DAYS + 1;
const BACKTEST_EVERY_MS = 7 * MS_PER_DAY;

export interface TaskSettings {
  readonly kinds: EventKinds;
  readonly dropFolder: string | null;
  readonly graceDays?: number | undefined;
  readonly retailStaleDays?: number | undefined;
  /** Approximate sales per shard of a large market. */
  readonly shardSales?: number | undefined;
  /** Shared catalog snapshots; null: none. */
  readonly snapshotFolder: string | null;
  /** Updates a loaded demo market. */
  readonly demo: boolean;
}

/** Minutes differ, so that rare tasks do not start together. */
export function backgroundTasks(
  stores: Stores,
  { kinds, dropFolder, graceDays, retailStaleDays, shardSales, snapshotFolder, demo }: TaskSettings,
): readonly Task[] {
  const clock = () => stores.get(StoreClock).now();
  // For work that a future date would spoil.
  const trusted = () => trustedNow(stores.get(StoreClock));
  return [
    ...(demo
      ? [
          {
            name: 'demo',
            schedule: '*/5 * * * *',
            run: async () => updateDemo(stores, kinds, await trusted()),
          } as const,
        ]
      : []),
    ...(dropFolder === null
      ? []
      : [
          {
            name: 'import',
            schedule: '* * * * *',
            run: async () => importFiles(stores, kinds, dropFolder, await clock()),
          } as const,
        ]),
    // Imports make it due; the schedule covers changes by time.
    {
      name: 'value',
      schedule: '*/15 * * * *',
      run: async () => valueOrNull(stores, { at: await trusted(), retailStaleDays, shardSales }),
    },
    // Made by large valuations, for idle workers.
    { name: 'value-shards', schedule: null, run: () => valueShardsOrNull(stores) },
    {
      name: 'months',
      schedule: '7 * * * *',
      run: async () => finalizeOrNull(stores, await earlierNow(stores.get(StoreClock)), graceDays),
    },
    { name: 'events', schedule: '* * * * *', run: () => recordEvents(stores) },
    { name: 'sources', schedule: '* * * * *', run: () => askSources(stores, kinds) },
    { name: 'upkeep', schedule: '23 * * * *', run: async () => deleteOld(stores, await trusted()) },
    ...(snapshotFolder === null
      ? []
      : [
          {
            name: 'snapshots',
            schedule: '53 * * * *',
            run: async () => makeSnapshotsOrNull(stores, snapshotFolder, await clock(), retailStaleDays),
          } as const,
        ]),
    { name: 'scorecard', schedule: '13,43 * * * *', run: async () => reportScoresOrNull(stores, await trusted()) },
    {
      name: 'backtest',
      schedule: '37 * * * *',
      run: async () => backtestWhenDue(stores, await clock(), retailStaleDays),
    },
  ];
}

async function importFiles(stores: Stores, kinds: EventKinds, folder: string, now: Date): Promise<string | null> {
  // File times use this machine's clock, rows the database's.
  const files = await importDropped(folder, droppedImports(stores, kinds, now), new Date());
  return linesOrNull(files.map(({ name, outcome }) => `${name}: ${outcome}`));
}

function droppedImports(stores: Stores, kinds: EventKinds, now: Date): DroppedImports {
  const items = stores.get(ItemDirectory);
  const catalog = stores.get(CatalogImport);
  const imports: DroppedImports = {
    catalog: (folder, options) => importCatalog(catalog, folder, options),
    'set-details': (file, options) => importSetDetails({ catalog, items }, file, { ...options, now }),
    'minifig-numbers': (file, options) => importMinifigNumbers({ catalog, items }, file, options),
    sales: (file, options) => importSales({ sales: stores.get(SalesImport), items }, [file], { ...options, now }),
    'retail-prices': (file, options) =>
      importRetailPrices(stores.get(RetailImport), [file], {
        ...options,
        now,
        kinds,
        retailerNames: cliConfig().retailerNames,
      }),
  };
  return Object.fromEntries(Object.entries(imports).map(([prefix, take]) => [prefix, whileInOffice(stores, take)]));
}

/** Closed connections end a hung worker before it moves a file that another one imports. */
function whileInOffice(stores: Stores, take: DroppedImport): DroppedImport {
  return async (path, options) => {
    try {
      return await take(path, options);
    } catch (error) {
      await stores.get(StoreClock).now();
      throw error;
    }
  };
}

async function valueOrNull(
  stores: Stores,
  options: Pick<ValueMarketOptions, 'at' | 'retailStaleDays' | 'shardSales'>,
): Promise<string | null> {
  const summary = await valueMarket(stores.get(ValuationStore), { ...options, leavesLater: true });
  if (summary.items === 0) return null;
  const warning = oldSales(await stores.get(ImportJournal).lastNewsAt('sales'), options.at);
  return linesOrNull([valuationText(summary), ...(warning === null ? [] : [warning])]);
}

async function valueShardsOrNull(stores: Stores): Promise<string | null> {
  const shards = await valueShards(stores.get(ValuationStore));
  return shards === 0 ? null : `valued ${shards} parts of a large market for another worker`;
}

async function finalizeOrNull(stores: Stores, now: Date, graceDays: number | undefined): Promise<string | null> {
  const { months, series, through } = await finalizeMonths(stores.get(MonthStore), { now, graceDays });
  return months === 0
    ? null
    : `published ${months} months of ${series} sets and conditions, through ${formatIsoMonth(through)}`;
}

async function reportScoresOrNull(stores: Stores, now: Date): Promise<string | null> {
  const months = await reportScores(stores.get(ScorecardStore), now);
  return linesOrNull(
    months.map((scored) => {
      const { sales, estimator } = scored.figures.overall;
      const alarm = holdsTooLittle(scored) === true ? ', too few: /methodology says where' : '';
      return (
        `${scored.month}${scored.isClosed ? '' : ' so far'}: median error ${estimator.mdapePct ?? '-'} % of what was ` +
        `served against ${sales} sales, of which the range held ${estimator.coveragePct ?? '-'} %${alarm}`
      );
    }),
  );
}

async function makeSnapshotsOrNull(
  stores: Stores,
  folder: string,
  now: Date,
  retailStaleDays: number | undefined,
): Promise<string | null> {
  const sources = {
    sets: stores.get(SetCatalog),
    minifigs: stores.get(MinifigCatalog),
    months: stores.get(MonthHistory),
    changes: stores.get(ItemChanges),
    snapshots: new FolderSnapshots(folder),
  };
  const made = await makeSnapshots(sources, { retailStaleDays, retailerNames: cliConfig().retailerNames }, now);
  return linesOrNull(made.map(({ kind, items, bytes }) => `snapshot of ${items} ${kind}, ${bytes} bytes`));
}

/** Weekly, or without a report. */
async function backtestWhenDue(stores: Stores, now: Date, retailStaleDays: number | undefined): Promise<string | null> {
  const latest = await stores.get(BacktestStore).findLatest();
  if (latest && now.getTime() - latest.ranAt.getTime() < BACKTEST_EVERY_MS) return null;
  const { report } = await backtestWithTruth(stores, { now, publishes: true, retailStaleDays });
  const { firstMonth, lastMonth, againstSales } = report;
  const { sales, estimator } = againstSales.overall;
  return sales === 0
    ? null
    : `median error ${estimator.mdapePct ?? '-'} % against ${sales} sales of ${firstMonth} to ${lastMonth}`;
}

async function askSources(stores: Stores, kinds: EventKinds): Promise<string | null> {
  const runs = await runSources(sourceContext(stores, kinds), null);
  return linesOrNull(runs.filter(({ asked, fault }) => asked > 0 || fault !== null).map(runText));
}

/** Records events of passing time, each once. */
async function recordEvents(stores: Stores): Promise<string | null> {
  const recorded = await stores.get(EventLog).recordDue();
  return recorded === 0 ? null : `recorded ${recorded} events`;
}

async function deleteOld(stores: Stores, now: Date): Promise<string | null> {
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * MS_PER_DAY);
  const events = await stores.get(EventLog).deleteBefore(daysAgo(EVENT_DAYS));
  const today = epochDayOf(now);
  const { undoDays, retailDetailDays, routeUsageDays } = cliConfig().retention;
  const counters = await stores.get(KeyUsageRetention).deleteBefore(today - USAGE_DAYS, today - routeUsageDays);
  const { edits, imports } = await stores.get(BookRetention).deleteBefore(daysAgo(undoDays));
  const observations = await stores.get(RetailRetention).thinBefore(today - retailDetailDays);
  const sessions = await stores.get(IdentityRetention).deleteBefore({
    over: daysAgo(LINK_DAYS),
    devicesUnusedSince: new Date(now.getTime() - KNOWN_DEVICE_MS),
  });
  const changes = await stores.get(ChangeRetention).deleteBefore(daysAgo(CHANGE_DAYS));
  return linesOrNull([
    ...(changes > 0 ? [`forgot ${changes} changes of items of more than ${CHANGE_DAYS} days ago`] : []),
    ...(events > 0 ? [`forgot ${events} events of more than ${EVENT_DAYS} days ago`] : []),
    ...(counters > 0 ? [`forgot ${counters} counters of use`] : []),
    ...(edits + imports > 0
      ? [`deleted ${edits} changes of portfolios and the rows of ${imports} imports of more than ${undoDays} days ago`]
      : []),
    ...(observations > 0
      ? [`deleted ${observations} retail observations of more than ${retailDetailDays} days ago, keeping one a day`]
      : []),
    ...(sessions > 0 ? [`forgot ${sessions} sessions, links and counters of attempts that are over`] : []),
  ]);
}

function linesOrNull(lines: readonly string[]): string | null {
  return lines.length === 0 ? null : lines.join('\n');
}
