import { InvalidInputError } from '@brickmarket/domain';
import type { TemperamentName } from './sales/temperaments.ts';

/** The parameters of a demo market. Equal options give the same market, to the byte. */
export interface MarketOptions {
  readonly seed: string;
  /** Nothing later than this instant is in any feed. */
  readonly asOf: Date;
  /** About how many sets the catalogue has in 2026; later years add at the same rate. */
  readonly sets: number;
  /** About how many minifigures. */
  readonly minifigs: number;
  /** How far sales and retail observations reach back. */
  readonly years: number;
  /** How the market trades; ordinary when not said. */
  readonly temperament?: TemperamentName;
}

/** The size that `npm start` loads: large enough to be realistic, small enough to load in seconds. */
export const DEFAULT_MARKET_SIZE = { sets: 2000, minifigs: 1500, years: 3 } as const;

/** Throws InvalidInputError for an invalid date or a size out of range. */
export function checkMarketOptions(options: MarketOptions): void {
  if (Number.isNaN(options.asOf.getTime())) throw new InvalidInputError('The as-of instant is not a date');
  if (!Number.isInteger(options.sets) || options.sets < 1 || options.sets > 200_000)
    throw new InvalidInputError('sets must be a whole number from 1 to 200000');
  if (!Number.isInteger(options.minifigs) || options.minifigs < 0 || options.minifigs > 200_000)
    throw new InvalidInputError('minifigs must be a whole number from 0 to 200000');
  if (!(options.years > 0 && options.years <= 15)) throw new InvalidInputError('years must be above 0 and at most 15');
}

/** A half-open interval, from `after` (exclusive) to `until` (inclusive), so that consecutive ones share no instant. */
export interface Interval {
  readonly after: Date;
  readonly until: Date;
}

/** Whether an instant, in milliseconds, lies in an interval. */
export function contains(interval: Interval, instantMs: number): boolean {
  return instantMs > interval.after.getTime() && instantMs <= interval.until.getTime();
}
