/** A stretch of time, later than `after` and up to and including `until`: consecutive ones neither overlap nor leave a gap. */
export interface Interval {
  readonly after: Date;
  readonly until: Date;
}

/** Whether an instant, in milliseconds, lies in an interval. */
export function contains(interval: Interval, instantMs: number): boolean {
  return instantMs > interval.after.getTime() && instantMs <= interval.until.getTime();
}
