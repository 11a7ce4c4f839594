import { normal } from '../random/distributions.ts';
import { RandomStream } from '../random/random-stream.ts';
import { childKey, Purpose, type StreamKey } from '../random/stream-key.ts';

/** How one item is traded. */
export interface TradeTemper {
  /** Sales a month in an ordinary month; heavy-tailed over items: most are thin, some are deep. */
  readonly sealedPerMonth: number;
  readonly usedPerMonth: number;
  /** Spread of single sale prices around the true value, on a log scale. */
  readonly sealedSpread: number;
  readonly usedSpread: number;
  /** How careless its listings are: scales the share of false rows. */
  readonly sloppiness: number;
}

const MOST_PER_MONTH = 220;

/** The temper of a set; expensive ones trade less often. */
export function setTemper(key: StreamKey, listPriceCents: number): TradeTemper {
  const stream = new RandomStream(childKey(key, Purpose.saleTemper));
  const popularity = normal(stream) - 0.15 * Math.log(listPriceCents / 4000);
  return {
    sealedPerMonth: Math.min(MOST_PER_MONTH, 0.55 * Math.exp(1.75 * popularity)),
    usedPerMonth: Math.min(MOST_PER_MONTH, 0.3 * Math.exp(1.2 * popularity + 1.1 * normal(stream))),
    sealedSpread: stream.between(0.05, 0.13),
    usedSpread: stream.between(0.12, 0.26),
    sloppiness: stream.between(0.4, 2),
  };
}

/** The temper of a minifigure. */
export function figureTemper(key: StreamKey): TradeTemper {
  const stream = new RandomStream(childKey(key, Purpose.saleTemper));
  const popularity = normal(stream);
  return {
    sealedPerMonth: Math.min(MOST_PER_MONTH, 0.14 * Math.exp(1.5 * popularity)),
    usedPerMonth: Math.min(MOST_PER_MONTH, 0.3 * Math.exp(1.5 * popularity)),
    sealedSpread: stream.between(0.1, 0.2),
    usedSpread: stream.between(0.12, 0.28),
    sloppiness: stream.between(0.3, 1.5),
  };
}
