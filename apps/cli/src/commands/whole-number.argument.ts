import { InvalidArgumentError } from 'commander';

/** Reads decimal digits. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
