import { type Box, type CatalogSet, type Cents, type EpochDay, epochDayFromParts } from '@brickmarket/domain';
import {
  fatTailed,
  normal,
  weightedIndex,
  RandomStream,
  childKey,
  Purpose,
  type StreamKey,
} from '../random/random-stream.ts';

/** Catalog facts with what is invented about a traded set. */
export interface SetBlueprint extends CatalogSet {
  readonly key: StreamKey;
  /** Unique; codes are made from it. */
  readonly ordinal: number;
  readonly year: number;
  readonly themeIndex: number;
  readonly figureCount: number;
  /** Actual list price, even if unpublished. */
  readonly listPriceCents: Cents;
  readonly releaseDay: EpochDay;
  readonly exitDay: EpochDay;
  /** First day on which it is traded or announced. */
  readonly announcedDay: EpochDay;
  /** Day from which the exit is published. */
  readonly exitKnownDay: EpochDay;
  readonly hasDetails: boolean;
  readonly box: Box | null;
}

const RELEASE_MONTH_WEIGHTS = [26, 3, 14, 3, 3, 20, 3, 16, 4, 6, 1, 1];
const MEDIAN_PIECES = 250;
const CENTS_PER_PIECE: Readonly<Record<string, number>> = {
  Architecture: 9,
  Botanicals: 8,
  Classic: 6,
  DOTS: 6,
  Duplo: 42,
  Icons: 8.5,
  'LEGO Art': 5,
  'LEGO Ideas and CUUSOO': 9,
  'Modular Buildings': 7.6,
  'Star Wars': 12,
  Technic: 9.5,
};
const OTHER_CENTS_PER_PIECE = 10.5;

export type TradedFacts = CatalogSet & Pick<SetBlueprint, 'ordinal' | 'year' | 'themeIndex' | 'figureCount'>;

/** Depends only on the key and the facts. */
export function drawTradedSet(key: StreamKey, facts: TradedFacts): SetBlueprint {
  const stream = new RandomStream(key);
  const { year, pieces, figureCount } = facts;
  const rates = { medianPieces: MEDIAN_PIECES, centsPerPiece: CENTS_PER_PIECE[facts.theme] ?? OTHER_CENTS_PER_PIECE };
  const listPriceCents = drawListPrice(stream, rates, pieces, figureCount);
  const releaseDay = drawReleaseDay(stream, year);
  const exitDay = drawExitDay(stream, releaseDay);
  const hasDetails = !stream.chance(0.03);
  return {
    ...facts,
    key,
    listPriceCents,
    releaseDay,
    exitDay,
    announcedDay: releaseDay - stream.wholeNumber(20, 150),
    exitKnownDay: exitDay - stream.wholeNumber(60, 260),
    hasDetails,
    box: hasDetails && stream.chance(0.96) ? inventBox(childKey(key, Purpose.setBox), pieces) : null,
  };
}

interface PriceRates {
  readonly medianPieces: number;
  readonly centsPerPiece: number;
}

/** Rate per piece, lower in large sets; figures cost extra; ends in 99 cents. */
export function drawListPrice(
  stream: RandomStream,
  { medianPieces, centsPerPiece }: PriceRates,
  pieces: number,
  figureCount: number,
): Cents {
  const bulk = (Math.max(pieces, 1) / Math.max(medianPieces, 1)) ** -0.1;
  const byPieces = pieces === 0 ? stream.between(400, 3500) : pieces * centsPerPiece * bulk + figureCount * 90;
  const dollars = Math.max(4, (byPieces * Math.exp(0.12 * fatTailed(stream))) / 100);
  const step = dollars < 20 ? 1 : dollars < 100 ? 5 : 10;
  return Math.max(1, Math.round(dollars / step)) * step * 100 - 1;
}

/** Mostly the first of a month, concentrated in a few months. */
export function drawReleaseDay(stream: RandomStream, year: number): EpochDay {
  const month = weightedIndex(stream, RELEASE_MONTH_WEIGHTS) + 1;
  return epochDayFromParts(year, month, stream.chance(0.8) ? 1 : stream.wholeNumber(2, 28))!;
}

/** One to four years on sale, usually until the end of a year or July. */
export function drawExitDay(stream: RandomStream, releaseDay: EpochDay): EpochDay {
  const days = Math.max(200, Math.round(640 * Math.exp(0.38 * normal(stream))));
  const rough = new Date((releaseDay + Math.min(days, 1900)) * 86_400_000);
  if (stream.chance(0.25)) return releaseDay + Math.min(days, 1900);
  return rough.getUTCMonth() < 5
    ? epochDayFromParts(rough.getUTCFullYear(), 7, 31)!
    : epochDayFromParts(rough.getUTCFullYear(), 12, 31)!;
}

const MM3_PER_PIECE = 9_500;
const GRAMS_PER_PIECE = 1.35;

/** Volume in proportion to pieces, in whole millimeters and grams. */
export function inventBox(key: StreamKey, pieces: number): Box {
  const stream = new RandomStream(key);
  const volume = (400_000 + pieces * MM3_PER_PIECE) * Math.exp(0.15 * normal(stream));
  const depthMm = Math.min(180, Math.max(30, Math.round(volume ** (1 / 3) * 0.45)));
  const width = Math.sqrt((volume / depthMm) * stream.between(1, 1.9));
  const heightMm = Math.round(volume / depthMm / width);
  return {
    widthMm: Math.round(width),
    heightMm,
    depthMm,
    weightG: Math.round(90 + pieces * GRAMS_PER_PIECE * stream.between(0.8, 1.2)),
  };
}
