import { type Box, type Cents, type EpochDay, epochDayFromParts } from '@brickmarket/domain';
import {
  fatTailed,
  normal,
  weightedIndex,
  RandomStream,
  childKey,
  Purpose,
  type StreamKey,
} from '../random/random-stream.ts';
import { itemOrdinal } from './item-numbers.ts';
import { THEME_PROFILES, type ThemeProfile } from './theme-profiles.ts';
import { inventSetTitle } from './titles.ts';

export interface SetBlueprint {
  readonly key: StreamKey;
  readonly ordinal: number;
  readonly setNumber: string;
  readonly title: string;
  readonly themeIndex: number;
  readonly subthemeIndex: number | null;
  readonly year: number;
  readonly pieces: number;
  readonly figureCount: number;
  /** Actual list price, even if unpublished. */
  readonly listPriceCents: Cents;
  readonly releaseDay: EpochDay;
  readonly exitDay: EpochDay;
  /** First day in the catalog. */
  readonly announcedDay: EpochDay;
  /** Day from which the exit is published. */
  readonly exitKnownDay: EpochDay;
  readonly hasDetails: boolean;
  readonly hasImage: boolean;
  readonly box: Box | null;
}

const SMALL_PACK_PIECES = 70;
const RELEASE_MONTH_WEIGHTS = [26, 3, 14, 3, 3, 20, 3, 16, 4, 6, 1, 1];

/** Depends only on the market's key, year and slot. */
export function drawSet(
  marketKey: StreamKey,
  year: number,
  slot: number,
  number: (isSmallPack: boolean) => string,
): SetBlueprint {
  const key = childKey(childKey(childKey(marketKey, Purpose.setFacts), year), slot);
  const stream = new RandomStream(key);
  const themeIndex = weightedIndex(
    stream,
    THEME_PROFILES.map((theme) => (isActive(theme, year) ? theme.weight : 0)),
  );
  const theme = THEME_PROFILES[themeIndex]!;
  const subthemeIndex =
    theme.subthemes.length > 0 && stream.chance(0.85) ? stream.wholeNumber(0, theme.subthemes.length - 1) : null;
  const pieces =
    theme.medianPieces === 0
      ? 0
      : Math.min(11_000, Math.max(4, Math.round(theme.medianPieces * Math.exp(0.85 * normal(stream)))));
  const figureCount = Math.min(
    24,
    Math.round(theme.figuresPerSet * Math.sqrt(pieces / Math.max(1, theme.medianPieces)) * stream.between(0.5, 1.5)),
  );
  const listPriceCents = drawListPrice(stream, theme, pieces, figureCount);
  const releaseDay = drawReleaseDay(stream, year);
  const exitDay = drawExitDay(stream, releaseDay);
  const hasDetails = !stream.chance(pieces === 0 ? 0.5 : 0.03);
  return {
    key,
    ordinal: itemOrdinal(year, slot),
    setNumber: number(pieces > 0 && pieces < SMALL_PACK_PIECES && stream.chance(0.5)),
    title: inventSetTitle(childKey(key, Purpose.setTitle), theme.vocabulary),
    themeIndex,
    subthemeIndex,
    year,
    pieces,
    figureCount,
    listPriceCents,
    releaseDay,
    exitDay,
    announcedDay: releaseDay - stream.wholeNumber(20, 150),
    exitKnownDay: exitDay - stream.wholeNumber(60, 260),
    hasDetails,
    hasImage: !stream.chance(0.02),
    box: hasDetails && stream.chance(0.96) ? inventBox(childKey(key, Purpose.setBox), pieces) : null,
  };
}

function isActive(theme: ThemeProfile, year: number): boolean {
  return theme.firstYear <= year && (theme.lastYear === null || year <= theme.lastYear);
}

/** Theme rate per piece, lower in large sets; figures cost extra; ends in 99 cents. */
function drawListPrice(stream: RandomStream, theme: ThemeProfile, pieces: number, figureCount: number): Cents {
  const bulk = (Math.max(pieces, 1) / Math.max(theme.medianPieces, 1)) ** -0.1;
  const byPieces = pieces === 0 ? stream.between(400, 3500) : pieces * theme.centsPerPiece * bulk + figureCount * 90;
  const dollars = Math.max(4, (byPieces * Math.exp(0.12 * fatTailed(stream))) / 100);
  const step = dollars < 20 ? 1 : dollars < 100 ? 5 : 10;
  return Math.max(1, Math.round(dollars / step)) * step * 100 - 1;
}

/** Mostly the first of a month, concentrated in a few months. */
function drawReleaseDay(stream: RandomStream, year: number): EpochDay {
  const month = weightedIndex(stream, RELEASE_MONTH_WEIGHTS) + 1;
  return epochDayFromParts(year, month, stream.chance(0.8) ? 1 : stream.wholeNumber(2, 28))!;
}

/** One to four years on sale, usually until the end of a year or July. */
function drawExitDay(stream: RandomStream, releaseDay: EpochDay): EpochDay {
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
function inventBox(key: StreamKey, pieces: number): Box {
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
