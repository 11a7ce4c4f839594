import type { EpochDay } from '@brickmarket/domain';
import { fatTailed } from '../random/distributions.ts';
import { RandomStream } from '../random/random-stream.ts';
import { childKey, Purpose, type StreamKey } from '../random/stream-key.ts';
import { itemOrdinal } from './cohorts.ts';
import { figureNumber } from './product-codes.ts';
import type { SetBlueprint } from './set-blueprint.ts';
import { inventFigureName } from './set-title.ts';

/** A minifigure before it is cast into sets. */
export interface FigureDraft {
  readonly key: StreamKey;
  readonly minifigNumber: string;
  readonly name: string;
  readonly themeIndex: number;
  readonly hasImage: boolean;
  readonly baseValueCents: number;
}

/** Everything the market knows of a minifigure that comes in at least one set. */
export interface FigureBlueprint extends FigureDraft {
  /** The day the first set with it came out. */
  readonly firstDay: EpochDay;
  readonly firstYear: number;
  /** The day the last set with it left the shelves. */
  readonly lastDay: EpochDay;
  readonly announcedDay: EpochDay;
  /** All it comes in, also those still to be announced. */
  readonly sets: readonly SetBlueprint[];
}

/** Draws the minifigure of one slot of one year for a theme. Most are worth a few dollars, some a hundred. */
export function drawFigure(
  marketKey: StreamKey,
  year: number,
  slot: number,
  themeIndex: number,
  salt: number,
): FigureDraft {
  const key = childKey(childKey(childKey(marketKey, Purpose.figureFacts), year), slot);
  const stream = new RandomStream(key);
  const name = inventFigureName(stream);
  return {
    key,
    minifigNumber: figureNumber(itemOrdinal(year, slot), salt),
    name,
    themeIndex,
    hasImage: !stream.chance(0.03),
    baseValueCents: Math.max(60, Math.round(420 * Math.exp(0.9 * fatTailed(stream)))),
  };
}
