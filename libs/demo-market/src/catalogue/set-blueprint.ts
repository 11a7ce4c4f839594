import { type Box, type Cents, type EpochDay, epochDayFromParts } from '@brickmarket/domain';
import { fatTailed, normal, weightedIndex } from '../random/distributions.ts';
import { RandomStream } from '../random/random-stream.ts';
import { childKey, Purpose, type StreamKey } from '../random/stream-key.ts';
import { inventBox } from './box.ts';
import { itemOrdinal } from './cohorts.ts';
import { inventSetTitle } from './set-title.ts';
import { THEME_PROFILES, type ThemeProfile } from './theme-profiles.ts';

/** Everything the market knows of a set, also what its feeds do not (yet) tell. */
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
  /** What the set really costs new, also when the feeds do not know it. */
  readonly listPriceCents: Cents;
  readonly releaseDay: EpochDay;
  readonly exitDay: EpochDay;
  /** From this day on the set is in the catalogue. */
  readonly announcedDay: EpochDay;
  /** From this day on its exit is known. */
  readonly exitKnownDay: EpochDay;
  /** False for the few sets that no details are published of. */
  readonly hasDetails: boolean;
  readonly hasImage: boolean;
  readonly box: Box | null;
}

const SMALL_PACK_PIECES = 70;
const RELEASE_MONTH_WEIGHTS = [26, 3, 14, 3, 3, 20, 3, 16, 4, 6, 1, 1];

/** Draws the set of one slot of one year. Depends on the market's key, the year and the slot, and on nothing else. */
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
    theme.subthemes.length > 0 && stream.chance(0.85) ? stream.whole(0, theme.subthemes.length - 1) : null;
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
    announcedDay: releaseDay - stream.whole(20, 150),
    exitKnownDay: exitDay - stream.whole(60, 260),
    hasDetails,
    hasImage: !stream.chance(0.02),
    box: hasDetails && stream.chance(0.96) ? inventBox(childKey(key, Purpose.setBox), pieces) : null,
  };
}

function isActive(theme: ThemeProfile, year: number): boolean {
  return theme.firstYear <= year && (theme.lastYear === null || year <= theme.lastYear);
}

/** Pieces at the theme's rate, cheaper by the piece in large sets; figures cost extra; ends in 99 cents. */
function drawListPrice(stream: RandomStream, theme: ThemeProfile, pieces: number, figureCount: number): Cents {
  const bulk = (Math.max(pieces, 1) / Math.max(theme.medianPieces, 1)) ** -0.1;
  const byPieces = pieces === 0 ? stream.between(400, 3500) : pieces * theme.centsPerPiece * bulk + figureCount * 90;
  const dollars = Math.max(4, (byPieces * Math.exp(0.12 * fatTailed(stream))) / 100);
  const step = dollars < 20 ? 1 : dollars < 100 ? 5 : 10;
  return Math.max(1, Math.round(dollars / step)) * step * 100 - 1;
}

/** Mostly the first of a month, and some months see most of the news. */
function drawReleaseDay(stream: RandomStream, year: number): EpochDay {
  const month = weightedIndex(stream, RELEASE_MONTH_WEIGHTS) + 1;
  return epochDayFromParts(year, month, stream.chance(0.8) ? 1 : stream.whole(2, 28))!;
}

/** One to four years on the shelf, usually until the end of a year or of July. */
function drawExitDay(stream: RandomStream, releaseDay: EpochDay): EpochDay {
  const days = Math.max(200, Math.round(640 * Math.exp(0.38 * normal(stream))));
  const rough = new Date((releaseDay + Math.min(days, 1900)) * 86_400_000);
  if (stream.chance(0.25)) return releaseDay + Math.min(days, 1900);
  return rough.getUTCMonth() < 5
    ? epochDayFromParts(rough.getUTCFullYear(), 7, 31)!
    : epochDayFromParts(rough.getUTCFullYear(), 12, 31)!;
}
