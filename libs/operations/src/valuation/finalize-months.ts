import { type EpochMonth, firstDayOfMonth } from '@brickmarket/domain';
import type { MonthSeries, MonthSession, MonthsToPublish, MonthStore } from '@brickmarket/persistence-ports';
import { lastFinalizedMonth, type MonthPoint, monthPoints, monthPointsBetween, Scratch } from '@brickmarket/valuation';
import { type Progress, UNWATCHED } from '../import/progress.ts';
import { type GroupedSales, groupSales, SeriesIndex } from './group-sales.ts';

/** Days after the end of a month in which its late sales still come in. */
export const DEFAULT_GRACE_DAYS = 3;
/** Nothing is older. */
const BEGINNING = 0;

export interface FinalizeOptions {
  readonly now: Date;
  readonly graceDays?: number | undefined;
  readonly progress?: Progress | undefined;
}

export interface FinalizeSummary {
  /** The newest month that may be published. */
  readonly through: EpochMonth;
  /** Sets and conditions that got months, and how many months of theirs. */
  readonly series: number;
  readonly months: number;
  /** Months that had been published without any sale and have got their first ones since. */
  readonly backed: number;
}

const TRACE = { by: 'brickmarket', reason: 'the first sales of a month that was published without any' } as const;

/**
 * Publishes each finished month of each set once: whatever is sold into it later does not change it, unless it was
 * published without any sale: when its first sales arrive, as the past of a market does that is imported after its
 * catalogue, it is published again, which leaves a trace. A set that comes to the catalogue with a past gets all of
 * that when it is first published.
 */
export function finalizeMonths(
  store: MonthStore,
  { now, graceDays = DEFAULT_GRACE_DAYS, progress = UNWATCHED }: FinalizeOptions,
): Promise<FinalizeSummary> {
  const last = lastFinalizedMonth(now, graceDays);
  return store.run(async (session) => {
    const all = await session.listSeries();
    const backed = await backMonths(session, all, progress);
    const behind = all.filter(({ published }) => published === null || published.through < last);
    if (behind.length === 0) return { through: last, series: 0, months: 0, backed };
    progress.step('Finalizing months');
    const scope = {
      itemIds: [...new Set(behind.map((series) => series.itemId))],
      after: firstMissingDay(behind) - 1,
      until: firstDayOfMonth(last + 1) - 1,
    };
    const months = [
      ...monthsToPublish(
        behind,
        await groupSales(SeriesIndex.of(behind), behind.length, (take) => session.readSales(scope, take)),
        last,
      ),
    ];
    if (months.length > 0) await session.publish(months);
    return {
      through: last,
      series: months.length,
      months: months.reduce((sum, { first, through }) => sum + through - first + 1, 0),
      backed,
    };
  });
}

/** Looks at the published months of sets whose sales have changed; those with sales the store leaves alone. */
async function backMonths(session: MonthSession, all: readonly MonthSeries[], progress: Progress): Promise<number> {
  const itemIds = await session.listRechecked();
  if (itemIds.length === 0) return 0;
  progress.step('Looking for first sales of published months');
  const changed = new Set(itemIds);
  const series = all.filter(({ itemId, published }) => published !== null && changed.has(itemId));
  const through = series.reduce((latest, { published }) => Math.max(latest, published!.through), 0);
  const scope = { itemIds, after: BEGINNING, until: firstDayOfMonth(through + 1) - 1 };
  const { sales, start, end } = await groupSales(SeriesIndex.of(series), series.length, (take) =>
    session.readSales(scope, take),
  );
  const scratch = new Scratch();
  const months = series.flatMap((one, at) =>
    monthPoints(sales, start[at]!, end[at]!, one, one.published!.through, scratch)
      .filter(({ salesCount }) => salesCount > 0)
      .map((month) => ({ itemId: one.itemId, condition: one.condition, month })),
  );
  return session.backMonths(months, itemIds, TRACE);
}

function firstMissingDay(behind: readonly MonthSeries[]): number {
  return behind.reduce(
    (earliest, { published }) =>
      Math.min(earliest, published === null ? BEGINNING : firstDayOfMonth(published.through + 1)),
    Number.POSITIVE_INFINITY,
  );
}

function* monthsToPublish(
  behind: readonly MonthSeries[],
  { sales, start, end }: GroupedSales,
  last: EpochMonth,
): Generator<MonthsToPublish> {
  const scratch = new Scratch();
  for (const [at, series] of behind.entries()) {
    const [from, to] = [start[at]!, end[at]!];
    const points =
      series.published === null
        ? monthPoints(sales, from, to, series, last, scratch)
        : monthPointsBetween(sales, from, to, series, series.published.through + 1, last, scratch);
    if (points.length > 0)
      yield { series, first: points[0]!.month, through: last, months: points.filter(saysSomething) };
  }
}

function saysSomething({ salesCount, event }: MonthPoint): boolean {
  return salesCount > 0 || event !== null;
}
