import {
  type EpochDay,
  type EpochMonth,
  firstDayOfMonth,
  ConflictError,
  formatIsoMonth,
  InvalidInputError,
  monthOfDay,
  NotFoundError,
  setNumberCandidates,
} from '@brickmarket/domain';
import type { MonthSeries, MonthSession, MonthStore, PublishedMonth } from '@brickmarket/persistence-ports';
import { lastFinalizedMonth, type MonthPoint, monthPoints, type SaleColumns } from '@brickmarket/valuation';
import { type Progress, UNWATCHED } from '../import/run-import.ts';
import { groupSales, SeriesIndex } from './gather-market.ts';

/** Days after which a month is published, to include late sales. */
export const DEFAULT_GRACE_DAYS = 3;
/** Before every sale. */
const BEGINNING = 0;
/** Series whose sales are in memory at the same time. */
const PORTION = 400;

interface FinalizeOptions {
  readonly now: Date;
  readonly graceDays?: number | undefined;
  readonly progress?: Progress | undefined;
}

interface FinalizeSummary {
  readonly through: EpochMonth;
  readonly series: number;
  readonly months: number;
  /** Months without sales that were published again with their first ones. */
  readonly backed: number;
}

const TRACE = { by: 'brickmarket', reason: 'the first sales of a month that was published without any' } as const;

/** Publishes finished months once. A month without sales is restated when its first sales arrive. */
export function finalizeMonths(
  store: MonthStore,
  { now, graceDays = DEFAULT_GRACE_DAYS, progress = UNWATCHED }: FinalizeOptions,
): Promise<FinalizeSummary> {
  const last = lastFinalizedMonth(now, graceDays);
  return store.run(async (session) => {
    const all = await session.listSeries();
    const backed = await backfillMonths(session, all, progress);
    const behind = all.filter(({ published }) => published === null || published.through < last);
    const summary = { through: last, series: 0, months: 0, backed };
    if (behind.length === 0) return summary;
    progress.step('Finalizing months');
    const wanted = behind.map((series) => ({ series, since: firstMissingDay(series) }));
    const missing = eachPortion(session, wanted, last, (series, ...sales) => {
      const next = series.published === null ? undefined : series.published.through + 1;
      const points = monthPoints(...sales, series, last, next);
      if (points.length === 0) return [];
      summary.series++;
      summary.months += points.length;
      return [{ series, first: points[0]!.month, through: last, months: points.filter(hasContent) }];
    });
    await session.publish(missing);
    return summary;
  });
}

/** The store replaces only months without sales. */
async function backfillMonths(session: MonthSession, all: readonly MonthSeries[], progress: Progress): Promise<number> {
  const rechecked = await session.listRechecked();
  if (rechecked.length === 0) return 0;
  progress.step('Checking published months for first sales');
  const soldSince = new Map(rechecked.map((recheck) => [recheck.itemId, recheck.soldSince]));
  const wanted = all.flatMap((series) => {
    const since = soldSince.get(series.itemId);
    const isMissing = since === undefined || series.published === null;
    return isMissing || monthOfDay(since) > series.published.through ? [] : { series, since };
  });
  const through = wanted.reduce((latest, { series }) => Math.max(latest, series.published!.through), 0);
  const months = eachPortion(session, wanted, through, (series, ...sales) =>
    monthPoints(...sales, series, series.published!.through)
      .filter(({ salesCount }) => salesCount > 0)
      .map((month) => ({ itemId: series.itemId, condition: series.condition, month })),
  );
  return session.backfillMonths(months, rechecked, TRACE);
}

/** A series, and a day since which its months are computed: all days of the month of it. */
interface SeriesSince {
  readonly series: MonthSeries;
  readonly since: EpochDay;
}

/** Computes series by portions, so that memory does not grow with the market. */
async function* eachPortion<Computed>(
  session: MonthSession,
  wanted: readonly SeriesSince[],
  through: EpochMonth,
  compute: (series: MonthSeries, sales: SaleColumns, start: number, end: number) => readonly Computed[],
): AsyncGenerator<Computed> {
  // Series of one portion are read since the earliest day of any of them.
  const sorted = wanted.toSorted((a, b) => a.since - b.since || a.series.itemId - b.series.itemId);
  for (let at = 0; at < sorted.length; at += PORTION) {
    const portion = sorted.slice(at, at + PORTION).map(({ series }) => series);
    const scope = {
      itemIds: [...new Set(portion.map(({ itemId }) => itemId))],
      after: firstDayOfMonth(monthOfDay(sorted[at]!.since)) - 1,
      until: firstDayOfMonth(through + 1) - 1,
    };
    const { sales, start, end } = await groupSales(SeriesIndex.of(portion), portion.length, (take) =>
      session.readSales(scope, take),
    );
    for (const [index, series] of portion.entries()) yield* compute(series, sales, start[index]!, end[index]!);
  }
}

function firstMissingDay({ published }: MonthSeries): EpochDay {
  return published === null ? BEGINNING : firstDayOfMonth(published.through + 1);
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
    const after = series.map((one, at) => monthPoints(sales, start[at]!, end[at]!, one, month, month)[0]!);
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
  throw new NotFoundError(`set ${setNumber} not found`);
}
