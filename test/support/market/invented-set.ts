import {
  drawExitDay,
  drawListPrice,
  drawReleaseDay,
  inventBox,
  type SetBlueprint,
} from '../../../libs/demo-market/src/catalog/set-blueprint.ts';
import {
  childKey,
  normal,
  RandomStream,
  type StreamKey,
  weightedIndex,
} from '../../../libs/demo-market/src/random/random-stream.ts';
import { itemOrdinal } from './item-numbers.ts';
import { THEME_PROFILES, type ThemeProfile } from './theme-profiles.ts';
import { inventSetTitle } from './titles.ts';
import { TestPurpose } from './purpose.ts';

const SMALL_PACK_PIECES = 70;

/** Depends only on the market's key, year and slot. */
export function inventSet(
  marketKey: StreamKey,
  year: number,
  slot: number,
  number: (isSmallPack: boolean) => string,
): SetBlueprint {
  const key = childKey(childKey(childKey(marketKey, TestPurpose.setFacts), year), slot);
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
  const setNumber = number(pieces > 0 && pieces < SMALL_PACK_PIECES && stream.chance(0.5));
  const announcedDay = releaseDay - stream.wholeNumber(20, 150);
  const exitKnownDay = exitDay - stream.wholeNumber(60, 260);
  const hasImage = !stream.chance(0.02);
  return {
    key,
    ordinal: itemOrdinal(year, slot),
    setNumber,
    title: inventSetTitle(childKey(key, TestPurpose.setTitle), theme.vocabulary),
    theme: theme.name,
    themeIndex,
    subtheme: subthemeIndex === null ? null : theme.subthemes[subthemeIndex]!,
    imageUrl: hasImage ? `https://img.example/sets/${setNumber}.jpg` : null,
    year,
    pieces,
    figureCount,
    listPriceCents,
    releaseDay,
    exitDay,
    announcedDay,
    exitKnownDay,
    hasDetails,
    box: hasDetails && stream.chance(0.96) ? inventBox(childKey(key, TestPurpose.setBox), pieces) : null,
  };
}

function isActive(theme: ThemeProfile, year: number): boolean {
  return theme.firstYear <= year && (theme.lastYear === null || year <= theme.lastYear);
}
