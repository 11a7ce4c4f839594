import { type ClockFault, clockFault, ConflictError, epochDayOf } from '@brickmarket/domain';
import type { StoreClock, ValuationStore } from '@brickmarket/persistence-ports';

/** ConflictError for a wrong clock. */
export function refuse(fault: ClockFault | null): void {
  if (fault !== null) throw new ConflictError(`${fault.found}. ${fault.advice}`);
}

/** ConflictError: the database is a day ahead of this machine. */
export async function trustedNow(clock: StoreClock): Promise<Date> {
  const now = await clock.now();
  refuse(clockFault({ now, valuedOn: null }, new Date()));
  return now;
}

/** The earlier clock, as a month must be over by both. */
export async function earlierNow(clock: StoreClock): Promise<Date> {
  const now = await trustedNow(clock);
  return new Date(Math.min(now.getTime(), Date.now()));
}

export interface UndoneRuns {
  readonly runs: number;
  readonly items: number;
}

/** Undoes runs dated after today with history and scores. All items must be valued next. */
export async function undoFutureRuns(store: ValuationStore, now: Date): Promise<UndoneRuns> {
  return store.run((session) => session.undoRunsAfter(epochDayOf(now)));
}
