import { InvalidInputError } from '@brickmarket/domain';
import type { TemperamentName } from './sales/temperaments.ts';

/** What decides a demo market. Equal options, equal market, to the byte. */
export interface MarketOptions {
  readonly seed: string;
  /** Nothing later than this instant is in any feed. */
  readonly asOf: Date;
  /** About how many sets the catalogue holds (as of 2026; later years add at the same pace). */
  readonly sets: number;
  /** About how many minifigures. */
  readonly minifigs: number;
  /** How far sales and retail observations reach back. */
  readonly years: number;
  /** How the market trades; ordinary when not said. */
  readonly temperament?: TemperamentName;
}

/** The size `npm start` loads: large enough to look alive, small enough to load in seconds. */
export const DEFAULT_MARKET_SIZE = { sets: 2000, minifigs: 1500, years: 3 } as const;

/** Refuses sizes that make no market. */
export function checkMarketOptions(options: MarketOptions): void {
  if (Number.isNaN(options.asOf.getTime())) throw new InvalidInputError('The as-of instant is not a date');
  if (!Number.isInteger(options.sets) || options.sets < 1 || options.sets > 200_000)
    throw new InvalidInputError('sets must be a whole number from 1 to 200000');
  if (!Number.isInteger(options.minifigs) || options.minifigs < 0 || options.minifigs > 200_000)
    throw new InvalidInputError('minifigs must be a whole number from 0 to 200000');
  if (!(options.years > 0 && options.years <= 15)) throw new InvalidInputError('years must be above 0 and at most 15');
}
