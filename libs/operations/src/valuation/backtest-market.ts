import {
  type Condition,
  type EpochDay,
  epochDayOf,
  type EpochMonth,
  firstDayOfMonth,
  formatIsoMonth,
  InvalidInputError,
  monthOfDay,
} from '@brickmarket/domain';
import { type CsvFormat, writeCsvFile } from '@brickmarket/feeds';
import type { BacktestStore, ForecastStore, ItemDirectory, ValuationStore } from '@brickmarket/persistence-ports';
import { currentSince, DEFAULT_RETAIL_STALE_DAYS } from '@brickmarket/retail-tracking';
import {
  backtest,
  type BacktestReport,
  type ItemErrors,
  judgementsOf,
  learnForecast,
  type MarketReport,
} from '@brickmarket/valuation';
import { type Progress, UNWATCHED } from '../import/run-import.ts';
import { type GatheredMarket, gatherMarket } from './gather-market.ts';

export type KnownTruth = (itemId: number, isMinifig: boolean, condition: Condition, day: EpochDay) => number | null;

export interface BacktestMarketOptions {
  /** Covers the last whole months before. */
  readonly now: Date;
  readonly months: number;
  /** Stores the report, which is shown to all users. */
  readonly publishes: boolean;
  /** Ignores retail prices observed longer ago, in days. */
  readonly retailStaleDays?: number | undefined;
  readonly truth?: KnownTruth | undefined;
  readonly progress?: Progress | undefined;
}

/** A report with the errors behind its comparisons. */
export interface MeasuredMarket {
  readonly report: MarketReport;
  readonly itemErrors: readonly ItemErrors[];
}

/** Accuracy per month, using only earlier data. Publishing also stores the forecast, and needs sales to compare. */
export async function backtestMarket(
  stores: {
    readonly valuations: ValuationStore;
    readonly backtests: BacktestStore;
    readonly forecasts: ForecastStore;
    readonly items: ItemDirectory;
  },
  options: BacktestMarketOptions,
): Promise<MeasuredMarket> {
  const { now, months, publishes, retailStaleDays = DEFAULT_RETAIL_STALE_DAYS, truth, progress = UNWATCHED } = options;
  if (months < 1) throw new InvalidInputError('a backtest needs at least one month');
  const last = monthOfDay(epochDayOf(now)) - 1;
  progress.step('Reading sales');
  const gathered = await stores.valuations.run(async (session) =>
    gatherMarket(await session.listItems(currentSince(epochDayOf(now), retailStaleDays)), (take) =>
      session.readSales({ itemIds: 'all', after: 0, until: epochDayOf(now) }, take),
    ),
  );
  progress.step(`Valuing the market before each of ${months} months`);
  const measured = compare(gathered, await numbersById(stores.items), last - months + 1, last, truth);
  progress.step('Forecasting from earlier years');
  const forecast = learnForecast(gathered.market, epochDayOf(now));
  const report = { ...reportOf(measured), forecasts: judgementsOf(forecast) };
  if (publishes && report.againstSales.overall.sales > 0) {
    await stores.backtests.save(report, now);
    await stores.forecasts.save(forecast, now);
  }
  return { report, itemErrors: measured.itemErrors };
}

async function numbersById(directory: ItemDirectory): Promise<ReadonlyMap<number, string>> {
  const { sets, minifigs } = await directory.load();
  return new Map([...sets, ...minifigs].map(([number, id]) => [id, number]));
}

function compare(
  gathered: GatheredMarket,
  numbers: ReadonlyMap<number, string>,
  first: EpochMonth,
  last: EpochMonth,
  truth: KnownTruth | undefined,
): BacktestReport {
  const items = gathered.owners.map(({ item: { isMinifig, itemId }, condition }) => ({
    itemKind: isMinifig ? ('minifig' as const) : ('set' as const),
    itemNumber: numbers.get(itemId) ?? String(itemId),
    condition,
  }));
  const known = truth && { trueCents: trueCents(gathered, truth, firstDayOfMonth(first)) };
  return backtest(gathered.market, first, last, { items, ...known });
}

export function reportOf({
  firstMonth,
  lastMonth,
  overall,
  by,
  againstTruth,
  comparisons,
}: BacktestReport): MarketReport {
  return {
    firstMonth: formatIsoMonth(firstMonth),
    lastMonth: formatIsoMonth(lastMonth),
    againstSales: { overall, by },
    againstTruth,
    comparisons,
  };
}

/** True value per sale from a day on; the price for earlier sales or unknown truth. */
function trueCents({ market, owners }: GatheredMarket, truth: KnownTruth, from: EpochDay): Int32Array {
  const cents = Int32Array.from(market.sales.priceCents);
  for (const [at, { start, end }] of market.series.entries()) {
    const { item, condition } = owners[at]!;
    for (let i = start; i < end; i++) {
      const day = market.sales.day[i]!;
      if (day >= from) cents[i] = truth(item.itemId, item.isMinifig, condition, day) ?? cents[i]!;
    }
  }
  return cents;
}

const itemErrorsCsv: CsvFormat<ItemErrors> = {
  header: [
    'item_type',
    'item_number',
    'condition',
    'method',
    'sales',
    'estimator_abs_log_error',
    'method_abs_log_error',
  ],
  cells: ({ itemKind, itemNumber, condition, method, sales, estimatorAbsLogError, methodAbsLogError }) => [
    itemKind,
    itemNumber,
    condition,
    method,
    sales,
    estimatorAbsLogError,
    methodAbsLogError,
  ],
};

/** CSV of errors per item and baseline. */
export async function writeItemErrors(file: string, itemErrors: readonly ItemErrors[]): Promise<void> {
  await writeCsvFile(file, itemErrorsCsv, itemErrors);
}
