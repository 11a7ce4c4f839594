import { type EpochDay, epochDayOf, type LegoSet, type Minifig, type SetMinifig } from '@brickmarket/domain';
import type { MarketOptions } from '../market-options.ts';
import { rootKey, type StreamKey } from '../random/random-stream.ts';
import { castFigures, type FigureBlueprint, RECURRING_YEARS } from './figure-blueprint.ts';
import { cohortSize, eanFor, FIRST_COHORT_YEAR, itemOrdinal, setNumberBase, upcFor } from './item-numbers.ts';
import { drawSet, type SetBlueprint } from './set-blueprint.ts';
import { THEME_PROFILES } from './theme-profiles.ts';

/** Every so many sets are second variants of their predecessor. */
const VARIANT_EVERY = 47;

export interface Catalogue {
  readonly key: StreamKey;
  readonly salt: number;
  readonly asOfDay: EpochDay;
  readonly sets: readonly SetBlueprint[];
  readonly figures: readonly FigureBlueprint[];
  readonly links: readonly SetMinifig[];
  readonly setByNumber: ReadonlyMap<string, SetBlueprint>;
  readonly figureByNumber: ReadonlyMap<string, FigureBlueprint>;
}

export function drawCatalogue(options: MarketOptions): Catalogue {
  const key = rootKey(options.seed);
  const salt = (key.high >>> 0) % 90_000;
  const asOfDay = epochDayOf(options.asOf);
  // Includes future sets: they decide rarity, and a figure's past must not change with their announcement.
  const drawn = drawSets(key, salt, options.sets, options.asOf.getUTCFullYear() + RECURRING_YEARS);
  const casting = castFigures(key, options.minifigs, drawn, salt);
  const sets = drawn.filter((set) => set.announcedDay <= asOfDay);
  const figures = casting.figures.filter((figure) => figure.announcedDay <= asOfDay);
  const setByNumber = new Map(sets.map((set) => [set.setNumber, set]));
  return {
    key,
    salt,
    asOfDay,
    sets,
    figures,
    setByNumber,
    figureByNumber: new Map(figures.map((figure) => [figure.minifigNumber, figure])),
    links: casting.links.filter((link) => setByNumber.has(link.setNumber)),
  };
}

/** As published on the as-of day: details may be missing and the exit unannounced. */
export function publishedSet(set: SetBlueprint, catalogue: Catalogue): LegoSet {
  const theme = THEME_PROFILES[set.themeIndex]!;
  const { hasDetails } = set;
  return {
    setNumber: set.setNumber,
    title: set.title,
    theme: theme.name,
    subtheme: set.subthemeIndex === null ? null : theme.subthemes[set.subthemeIndex]!,
    year: set.year,
    pieces: set.pieces,
    imageUrl: set.hasImage ? `https://img.example/sets/${set.setNumber}.jpg` : null,
    upc: hasDetails ? upcFor(set.ordinal, catalogue.salt) : null,
    ean: hasDetails ? eanFor(set.ordinal, catalogue.salt) : null,
    msrpCents: hasDetails ? set.listPriceCents : null,
    releaseDay: hasDetails ? set.releaseDay : null,
    exitDay: hasDetails && set.exitKnownDay <= catalogue.asOfDay ? set.exitDay : null,
    box: set.box,
  };
}

export function publishedFigure(figure: FigureBlueprint): Minifig {
  return {
    minifigNumber: figure.minifigNumber,
    name: figure.name,
    category: THEME_PROFILES[figure.themeIndex]!.name,
    color: null,
    yearReleased: figure.firstYear,
    imageUrl: figure.hasImage ? `https://img.example/minifigs/${figure.minifigNumber}.jpg` : null,
  };
}

function drawSets(key: StreamKey, salt: number, size: number, lastYear: number): SetBlueprint[] {
  const sets: SetBlueprint[] = [];
  for (let year = FIRST_COHORT_YEAR; year <= lastYear; year++) {
    const count = cohortSize(size, year);
    for (let slot = 0; slot < count; slot++) {
      const sibling = slot % VARIANT_EVERY === VARIANT_EVERY - 1 ? sets.at(-1) : undefined;
      sets.push(
        drawSet(key, year, slot, (isSmallPack) =>
          sibling
            ? `${sibling.setNumber.slice(0, sibling.setNumber.lastIndexOf('-'))}-2`
            : `${setNumberBase(itemOrdinal(year, slot), isSmallPack, salt)}-1`,
        ),
      );
    }
  }
  return sets;
}
