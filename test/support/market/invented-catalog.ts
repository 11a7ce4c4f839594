import { epochDayOf, type Minifig, type SetMinifig } from '@brickmarket/domain';
import type { MarketOptions } from '@brickmarket/demo-market';
import type { SetBlueprint } from '../../../libs/demo-market/src/catalog/set-blueprint.ts';
import { codeSalt, type TradedCatalog } from '../../../libs/demo-market/src/catalog/traded-catalog.ts';
import { rootKey, type StreamKey } from '../../../libs/demo-market/src/random/random-stream.ts';
import { castFigures, type InventedFigure, RECURRING_YEARS } from './cast-figures.ts';
import { inventSet } from './invented-set.ts';
import { cohortSize, FIRST_COHORT_YEAR, itemOrdinal, setNumberBase } from './item-numbers.ts';
import { THEME_PROFILES } from './theme-profiles.ts';

/** Every so many sets are second variants of their predecessor. */
const VARIANT_EVERY = 47;

export interface InventedCatalog extends TradedCatalog {
  readonly figures: readonly InventedFigure[];
  readonly links: readonly SetMinifig[];
}

export function inventCatalog(options: MarketOptions): InventedCatalog {
  const key = rootKey(options.seed);
  const salt = codeSalt(key);
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
    growthByTheme: THEME_PROFILES.map(({ growth }) => growth),
    setByNumber,
    figureByNumber: new Map(figures.map((figure) => [figure.minifigNumber, figure])),
    links: casting.links.filter((link) => setByNumber.has(link.setNumber)),
  };
}

export function publishedFigure(figure: InventedFigure): Minifig {
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
        inventSet(key, year, slot, (isSmallPack) =>
          sibling
            ? `${sibling.setNumber.slice(0, sibling.setNumber.lastIndexOf('-'))}-2`
            : `${setNumberBase(itemOrdinal(year, slot), isSmallPack, salt)}-1`,
        ),
      );
    }
  }
  return sets;
}
