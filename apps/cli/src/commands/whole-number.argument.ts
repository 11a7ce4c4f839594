import { InvalidInputError } from '@brickmarket/domain';
import { InvalidArgumentError } from 'commander';

/** Reads decimal digits. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** A number of days that the environment may say; undefined when it does not. */
export function daysFromEnvironment(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,3}$/.test(text)) throw new InvalidInputError(`${name} must be a whole number of days`);
  return Number(text);
}

/** After how many days the service and the valuation forget what a retailer asked. */
export function retailStaleDays(): number | undefined {
  const days = daysFromEnvironment('RETAIL_STALE_DAYS');
  if (days === 0) throw new InvalidInputError('RETAIL_STALE_DAYS must be at least 1');
  return days;
}
