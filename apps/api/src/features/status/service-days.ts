import type { ServiceHour } from '@brickmarket/persistence-ports';

/** Promises, also watched by the operator's alerts. */
export const OBJECTIVES = {
  /** Percent of requests without a server error. */
  availabilityPct: 99.9,
  p99Seconds: 0.5,
  dataSeconds: 2 * 86_400,
  deliverySeconds: 300,
} as const;

const MINUTES_PER_HOUR = 60;
const MS_PER_HOUR = 3_600_000;
const MS_PER_MINUTE = 60_000;

/** Null: unknown, without requests or records. */
export interface ServedTime {
  readonly requests: number;
  readonly errors: number;
  readonly availabilityPct: number | null;
  /** Minutes without a process that reached the database, since records start. */
  readonly minutesDown: number;
  /** Upper bound of the 99th percentile's bucket; null also above all buckets. */
  readonly p99Seconds: number | null;
  readonly worstDataSeconds: number | null;
  readonly worstDeliverySeconds: number | null;
}

export interface ServedDay extends ServedTime {
  readonly day: string;
}

/** Hours without a record since the first count as down. */
export function servedTime(
  hours: readonly ServiceHour[],
  { bounds, from, until }: { readonly bounds: readonly number[]; readonly from: Date; readonly until: Date },
): ServedTime {
  const requests = sum(hours.map((hour) => hour.requests));
  const errors = sum(hours.map((hour) => hour.errors));
  const up = sum(hours.map(({ minutes }) => minutes.filter(Boolean).length));
  // The current minute counts only once marked.
  const passed = Math.max(up, Math.floor((until.getTime() - from.getTime()) / MS_PER_MINUTE));
  const data = hours.flatMap(({ worstDataSeconds }) => worstDataSeconds ?? []);
  return {
    requests,
    errors,
    availabilityPct: requests === 0 ? null : (100 * (requests - errors)) / requests,
    minutesDown: passed - up,
    p99Seconds: p99(hours, requests, bounds),
    worstDataSeconds: data.length === 0 ? null : Math.max(...data),
    worstDeliverySeconds:
      hours.length === 0 ? null : Math.max(...hours.map(({ worstDeliverySeconds }) => worstDeliverySeconds)),
  };
}

/** Newest first, from the start of records until now. */
export function servedDays(hours: readonly ServiceHour[], bounds: readonly number[], now: Date): readonly ServedDay[] {
  const begin = beginOf(hours);
  if (begin === null) return [];
  const days: ServedDay[] = [];
  const firstDay = Date.parse(dayOf(begin));
  for (let at = Date.parse(dayOf(now)); at >= firstDay; at -= 24 * MS_PER_HOUR) {
    const day = dayOf(new Date(at));
    days.push({
      day,
      ...servedTime(
        hours.filter(({ hour }) => dayOf(hour) === day),
        {
          bounds,
          from: new Date(Math.max(at, begin.getTime())),
          until: new Date(Math.min(at + 24 * MS_PER_HOUR, now.getTime())),
        },
      ),
    });
  }
  return days;
}

/** First minute with a process; null: no record. */
export function beginOf([first]: readonly ServiceHour[]): Date | null {
  if (first === undefined) return null;
  const minute = Math.max(0, first.minutes.indexOf(true));
  return new Date(first.hour.getTime() + (minute % MINUTES_PER_HOUR) * MS_PER_MINUTE);
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

function p99(hours: readonly ServiceHour[], requests: number, bounds: readonly number[]): number | null {
  if (requests === 0) return null;
  let counted = 0;
  for (const [place, bound] of bounds.entries()) {
    counted += sum(hours.map(({ buckets }) => buckets[place] ?? 0));
    if (counted >= 0.99 * requests) return bound;
  }
  return null;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
