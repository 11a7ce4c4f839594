import { InvalidInputError, MS_PER_DAY, parseIsoDay, startOfDay } from '@brickmarket/domain';
import { InvalidArgumentError } from 'commander';

/** Parses decimal digits. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** The last instant of the day in `text`; now when that is earlier, or when no day was given. */
export function instantOfDay(text: string | undefined, now: Date): Date {
  if (text === undefined) return now;
  const day = parseIsoDay(text);
  if (day === null) throw new InvalidInputError(`--as-of ${text} is no day: write it like 2026-11-15`);
  return new Date(Math.min(now.getTime(), startOfDay(day).getTime() + MS_PER_DAY - 1));
}
