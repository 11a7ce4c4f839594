import type { SetMinifig } from '@brickmarket/domain';
import {
  drawBaseValue,
  type FigureBlueprint,
  lifeSpan,
} from '../../../libs/demo-market/src/catalog/figure-blueprint.ts';
import type { SetBlueprint } from '../../../libs/demo-market/src/catalog/set-blueprint.ts';
import {
  childKey,
  RandomStream,
  type StreamKey,
  weightedIndex,
} from '../../../libs/demo-market/src/random/random-stream.ts';
import { cohortSize, figureNumber, FIRST_COHORT_YEAR, itemOrdinal } from './item-numbers.ts';
import { THEME_PROFILES } from './theme-profiles.ts';
import { inventFigureName } from './titles.ts';
import { TestPurpose } from './purpose.ts';

/** Not yet assigned to sets. */
interface FigureDraft {
  readonly key: StreamKey;
  readonly minifigNumber: string;
  readonly name: string;
  readonly themeIndex: number;
  readonly hasImage: boolean;
  readonly baseValueCents: number;
}

export interface InventedFigure extends FigureDraft, FigureBlueprint {
  readonly firstYear: number;
}

function drawFigure(marketKey: StreamKey, year: number, slot: number, themeIndex: number, salt: number): FigureDraft {
  const key = childKey(childKey(childKey(marketKey, TestPurpose.figureFacts), year), slot);
  const stream = new RandomStream(key);
  const name = inventFigureName(stream);
  return {
    key,
    minifigNumber: figureNumber(itemOrdinal(year, slot), salt),
    name,
    themeIndex,
    hasImage: !stream.chance(0.03),
    baseValueCents: drawBaseValue(stream),
  };
}

/** Figures recur in sets of the next two years. */
export const RECURRING_YEARS = 2;
/** Compensates for drawn figures that no set contains. */
const OVERSUPPLY = 1.27;

interface Casting {
  readonly figures: readonly InventedFigure[];
  readonly links: readonly SetMinifig[];
}

/** Uses the theme's figures of this and the two previous years. Independent of other sets' draws. */
export function castFigures(
  marketKey: StreamKey,
  minifigs: number,
  sets: readonly SetBlueprint[],
  salt: number,
): Casting {
  const drafts = draftFigures(
    marketKey,
    minifigs,
    sets.reduce((latest, set) => Math.max(latest, set.year), 0),
    salt,
  );
  const appearances = new Map<FigureDraft, SetBlueprint[]>();
  const links: SetMinifig[] = [];
  for (const set of sets) {
    for (const [draft, quantity] of chooseFigures(set, drafts)) {
      links.push({ setNumber: set.setNumber, minifigNumber: draft.minifigNumber, quantity });
      const others = appearances.get(draft);
      if (others) others.push(set);
      else appearances.set(draft, [set]);
    }
  }
  return { figures: [...appearances].map(([draft, among]) => withLifeSpan(draft, among)), links };
}

function draftFigures(
  marketKey: StreamKey,
  minifigs: number,
  lastYear: number,
  salt: number,
): Map<string, FigureDraft[]> {
  const casts = new Map<string, FigureDraft[]>();
  for (let year = FIRST_COHORT_YEAR; year <= lastYear; year++) {
    const weights = THEME_PROFILES.map((theme) =>
      theme.firstYear <= year && year <= (theme.lastYear ?? year) ? theme.weight * theme.figuresPerSet : 0,
    );
    const stream = new RandomStream(childKey(childKey(marketKey, TestPurpose.casting), year));
    const count = cohortSize(minifigs * OVERSUPPLY, year);
    for (let slot = 0; slot < count; slot++) {
      const themeIndex = weightedIndex(stream, weights);
      const name = castName(themeIndex, year);
      const cast = casts.get(name) ?? [];
      cast.push(drawFigure(marketKey, year, slot, themeIndex, salt));
      casts.set(name, cast);
    }
  }
  return casts;
}

function chooseFigures(set: SetBlueprint, casts: ReadonlyMap<string, FigureDraft[]>): Map<FigureDraft, number> {
  const chosen = new Map<FigureDraft, number>();
  const stream = new RandomStream(childKey(set.key, TestPurpose.setFigures));
  for (let i = 0; i < set.figureCount; i++) {
    const yearsBack = stream.chance(0.75) ? 0 : stream.wholeNumber(1, RECURRING_YEARS);
    const cast = casts.get(castName(set.themeIndex, set.year - yearsBack)) ?? [];
    // Occasional skew puts a few characters into many sets.
    const position = stream.chance(0.25) ? stream.uniform() ** 3 : stream.uniform();
    const draft = cast[Math.floor(cast.length * position)];
    if (draft) chosen.set(draft, (chosen.get(draft) ?? 0) + 1);
  }
  return chosen;
}

function withLifeSpan(draft: FigureDraft, among: readonly SetBlueprint[]): InventedFigure {
  return { ...draft, ...lifeSpan(among), firstYear: Math.min(...among.map((set) => set.year)) };
}

function castName(themeIndex: number, year: number): string {
  return `${themeIndex}/${year}`;
}
