import {
  type EpochMonth,
  firstDayOfMonth,
  ConflictError,
  formatIsoMonth,
  InvalidInputError,
  NotFoundError,
  setNumberCandidates,
} from '@brickmarket/domain';
import type {
  MonthSeries,
  MonthSession,
  MonthsToPublish,
  MonthStore,
  PublishedMonth,
} from '@brickmarket/persistence-ports';
import { lastFinalizedMonth, type MonthPoint, monthPoints, monthPointsBetween, Scratch } from '@brickmarket/valuation';
import { type Progress, UNWATCHED } from '../import/run-import.ts';
import { type GroupedSales, groupSales, SeriesIndex } from './gather-market.ts';

/** Days after which a month is published, to include late sales. */
export const DEFAULT_GRACE_DAYS = 3;
/** Before every sale. */
const BEGINNING = 0;

interface FinalizeOptions {
  readonly now: Date;
  readonly graceDays?: number | undefined;
  readonly progress?: Progress | undefined;
}

interface FinalizeSummary {
  /** Newest month that may be published. */
  readonly through: EpochMonth;
  /** Series and months published. */
  readonly series: number;
  readonly months: number;
  /** Months without sales that were published again with their first ones. */
  readonly backed: number;
}

const TRACE = { by: 'brickmarket', reason: 'the first sales of a month that was published without any' } as const;

/**
 * Publishes finished months once. Only months without sales are published again, as a restatement, when their first
 * sales arrive. New sets start at their first sale.
 */
export function finalizeMonths(
  store: MonthStore,
  { now, graceDays = DEFAULT_GRACE_DAYS, progress = UNWATCHED }: FinalizeOptions,
): Promise<FinalizeSummary> {
  const last = lastFinalizedMonth(now, graceDays);
  return store.run(async (session) => {
    const all = await session.listSeries();
    const backed = await backfillMonths(session, all, progress);
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

/** The store replaces only months without sales. */
async function backfillMonths(session: MonthSession, all: readonly MonthSeries[], progress: Progress): Promise<number> {
  const rechecked = await session.listRechecked();
  if (rechecked.length === 0) return 0;
  progress.step('Checking published months for first sales');
  const itemIds = rechecked.map(({ itemId }) => itemId);
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
  return session.backfillMonths(months, rechecked, TRACE);
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
    if (points.length > 0) yield { series, first: points[0]!.month, through: last, months: points.filter(hasContent) };
  }
}

function hasContent({ salesCount, event }: MonthPoint): boolean {
  return salesCount > 0 || event !== null;
}

export interface RestateRequest {
  readonly setNumber: string;
  readonly month: EpochMonth;
  readonly by: string;
  readonly reason: string;
}

/** Null: not published before. */
interface RestatedMonth {
  readonly condition: string;
  readonly before: PublishedMonth | null;
  readonly after: PublishedMonth;
}

/** Computes a published month from current sales; records who, when, why and the old month. */
export function restateMonth(
  store: MonthStore,
  { setNumber, month, by, reason }: RestateRequest,
): Promise<readonly RestatedMonth[]> {
  if (by.trim() === '' || reason.trim() === '') throw new InvalidInputError('say who re-states the month, and why');
  return store.run(async (session) => {
    const series = restatable(await findSet(session, setNumber), setNumber, month);
    const scope = {
      itemIds: [series[0]!.itemId],
      after: firstDayOfMonth(month) - 1,
      until: firstDayOfMonth(month + 1) - 1,
    };
    const { sales, start, end } = await groupSales(SeriesIndex.of(series), series.length, (take) =>
      session.readSales(scope, take),
    );
    const scratch = new Scratch();
    const after = series.map(
      (one, at) => monthPointsBetween(sales, start[at]!, end[at]!, one, month, month, scratch)[0]!,
    );
    const before = await session.restate(series.map((one, at) => ({ series: one, after: after[at]!, by, reason })));
    return series.map(({ condition }, at) => ({ condition, before: before[at]!, after: after[at]! }));
  });
}

/** Series that published this month or end right before it: a gap would look like computed months without sales. */
function restatable(all: readonly MonthSeries[], setNumber: string, month: EpochMonth): readonly MonthSeries[] {
  const published = all.filter((series) => series.published !== null && month <= series.published.through);
  if (published.length === 0)
    throw new ConflictError(
      `${formatIsoMonth(month)} is not published for set ${setNumber}: there is nothing to re-state`,
    );
  const adjoining = published.filter((series) => month >= series.published!.first - 1);
  if (adjoining.length > 0) return adjoining;
  const first = Math.min(...published.map((series) => series.published!.first));
  throw new ConflictError(
    `${formatIsoMonth(month)} is before the published months of set ${setNumber}, ` +
      `which begin with ${formatIsoMonth(first)}: ` +
      `re-state ${formatIsoMonth(first - 1)} first, then month by month back to it`,
  );
}

async function findSet(session: MonthSession, setNumber: string): Promise<readonly MonthSeries[]> {
  for (const candidate of setNumberCandidates(setNumber)) {
    const series = await session.listSeries(candidate);
    if (series.length > 0) return series;
  }
  throw new NotFoundError(`no set has the number ${setNumber}`);
}
