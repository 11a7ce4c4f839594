import { InvalidInputError, parseInstant } from '@brickmarket/domain';
import { DEFAULT_MARKET_SIZE, type MarketOptions } from '@brickmarket/demo-market';

/** As given on the command line; what is not given is chosen for the default demo. */
export interface DemoFlags {
  readonly sets?: number;
  readonly years?: number;
  readonly seed?: string;
  readonly asOf?: string;
}

export const DEFAULT_SEED = 'brickmarket';

/** The market that the flags ask for; as of `now` unless they say otherwise, with minifigs in proportion to sets. */
export function demoMarketOptions(flags: DemoFlags, now: Date): MarketOptions {
  const sets = flags.sets ?? DEFAULT_MARKET_SIZE.sets;
  const asOf = flags.asOf === undefined ? now : parseInstant(flags.asOf);
  if (asOf === null)
    throw new InvalidInputError(`--as-of ${flags.asOf} is no instant: write it like 2026-11-15T12:00:00Z`);
  return {
    seed: flags.seed ?? DEFAULT_SEED,
    asOf,
    sets,
    minifigs: Math.round((sets * DEFAULT_MARKET_SIZE.minifigs) / DEFAULT_MARKET_SIZE.sets),
    years: flags.years ?? DEFAULT_MARKET_SIZE.years,
  };
}
