import {
  ConflictError,
  type EpochMonth,
  firstDayOfMonth,
  formatIsoMonth,
  InvalidInputError,
  NotFoundError,
  setNumberCandidates,
} from '@brickmarket/domain';
import type { MonthSeries, MonthSession, MonthStore, PublishedMonth } from '@brickmarket/persistence-ports';
import { monthPointsBetween, Scratch } from '@brickmarket/valuation';
import { groupSales, SeriesIndex } from './group-sales.ts';

export interface RestateRequest {
  readonly setNumber: string;
  readonly month: EpochMonth;
  readonly by: string;
  readonly reason: string;
}

/** A month before and after; null where nothing was published of it. */
export interface RestatedMonth {
  readonly condition: string;
  readonly before: PublishedMonth | null;
  readonly after: PublishedMonth;
}

/**
 * Computes a published month of a set again, from the sales known now, and keeps who asked for it, when and why, and
 * what it was.
 */
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

/**
 * The series whose published months have this one, or begin right after it. Published months follow each other without
 * a gap: a month further back would make all in between read as months without sales, which nobody has computed.
 */
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
