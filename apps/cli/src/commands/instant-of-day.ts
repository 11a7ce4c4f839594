import { InvalidInputError, MS_PER_DAY, parseIsoDay, startOfDay } from '@brickmarket/domain';

/** The last instant of a day given as text, or now when that is earlier or no day was given. */
export function instantOfDay(text: string | undefined, now: Date): Date {
  if (text === undefined) return now;
  const day = parseIsoDay(text);
  if (day === null) throw new InvalidInputError(`--as-of ${text} is no day: write it like 2026-11-15`);
  return new Date(Math.min(now.getTime(), startOfDay(day).getTime() + MS_PER_DAY - 1));
}
