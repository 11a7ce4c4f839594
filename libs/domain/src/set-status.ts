import { type EpochDay, startOfDay } from './calendar.ts';

/** Where a set is in its shelf life. The numbers are the wire's `status_id`. */
export const SetStatus = { announced: 1, available: 2, retiringSoon: 3, retired: 4 } as const;
export type SetStatusId = (typeof SetStatus)[keyof typeof SetStatus];

/** An announced exit this close counts as "retiring soon". */
export const RETIRING_SOON_DAYS = 180;
/** Without a known exit date, a set this many calendar years past its release year is taken to be off the shelves. */
export const ASSUMED_SHELF_YEARS = 3;

export interface ShelfLife {
  readonly year: number | null;
  readonly releaseDay: EpochDay | null;
  /** The last day on sale as announced, on which the set can still be bought; may lie in the future. */
  readonly exitDay: EpochDay | null;
}

/** Status on a day, from the dates when they are known, else from the release year. */
export function setStatusOn(set: ShelfLife, today: EpochDay): SetStatusId {
  const thisYear = startOfDay(today).getUTCFullYear();
  if (set.exitDay !== null && set.exitDay < today) return SetStatus.retired;
  if (set.releaseDay !== null ? set.releaseDay > today : (set.year ?? 0) > thisYear) return SetStatus.announced;
  if (set.exitDay !== null)
    return set.exitDay - today <= RETIRING_SOON_DAYS ? SetStatus.retiringSoon : SetStatus.available;
  return set.year !== null && thisYear - set.year >= ASSUMED_SHELF_YEARS ? SetStatus.retired : SetStatus.available;
}
