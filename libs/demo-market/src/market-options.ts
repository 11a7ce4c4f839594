import { InvalidInputError } from '@brickmarket/domain';

/** Equal options give the same market byte for byte. */
export interface MarketOptions {
  readonly seed: string;
  readonly asOf: Date;
  /** Traded ones. */
  readonly sets: number;
  readonly minifigs: number;
  readonly years: number;
}

/** Realistic, yet loads in seconds. */
export const DEFAULT_MARKET_SIZE = { sets: 2000, minifigs: 1500, years: 3 } as const;

/** InvalidInputError: invalid date or size. */
export function checkMarketOptions(options: MarketOptions): void {
  if (Number.isNaN(options.asOf.getTime())) throw new InvalidInputError('The as-of instant is not a date');
  if (!Number.isInteger(options.sets) || options.sets < 1 || options.sets > 200_000)
    throw new InvalidInputError('sets must be a whole number from 1 to 200000');
  if (!Number.isInteger(options.minifigs) || options.minifigs < 0 || options.minifigs > 200_000)
    throw new InvalidInputError('minifigs must be a whole number from 0 to 200000');
  if (!(options.years > 0 && options.years <= 15)) throw new InvalidInputError('years must be above 0 and at most 15');
}

/** `after` exclusive, `until` inclusive, so consecutive ones share no instant. */
export interface Interval {
  readonly after: Date;
  readonly until: Date;
}

export function contains(interval: Interval, instantMs: number): boolean {
  return instantMs > interval.after.getTime() && instantMs <= interval.until.getTime();
}
