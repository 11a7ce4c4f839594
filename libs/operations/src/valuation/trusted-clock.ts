import { type ClockFault, clockFault, ConflictError, epochDayOf } from '@brickmarket/domain';
import type { StoreClock, ValuationStore } from '@brickmarket/persistence-ports';

/** Throws ConflictError for what a wrong clock would spoil or has spoiled. */
export function refuse(fault: ClockFault | null): void {
  if (fault !== null) throw new ConflictError(`${fault.found}. ${fault.advice}`);
}

/** The database's time; throws ConflictError when its clock is a day ahead of this machine's. */
export async function trustedNow(clock: StoreClock): Promise<Date> {
  const now = await clock.now();
  refuse(clockFault({ now, valuedOn: null }, new Date()));
  return now;
}

/** The earlier of both clocks, for months: one is over when it is over by both. */
export async function earlierNow(clock: StoreClock): Promise<Date> {
  const now = await trustedNow(clock);
  return new Date(Math.min(now.getTime(), Date.now()));
}

/** What `undoFutureRuns` has taken back. */
export interface UndoneRuns {
  readonly runs: number;
  readonly items: number;
}

/** Takes back runs that are dated after today, with their history and scores. Everything must be valued next. */
export async function undoFutureRuns(store: ValuationStore, now: Date): Promise<UndoneRuns> {
  return store.run((session) => session.undoRunsAfter(epochDayOf(now)));
}
