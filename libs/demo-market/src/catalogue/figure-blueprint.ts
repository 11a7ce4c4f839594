import type { EpochDay, SetMinifig } from '@brickmarket/domain';
import { fatTailed, weightedIndex, RandomStream, childKey, Purpose, type StreamKey } from '../random/random-stream.ts';
import { cohortSize, figureNumber, FIRST_COHORT_YEAR, itemOrdinal } from './item-numbers.ts';
import type { SetBlueprint } from './set-blueprint.ts';
import { THEME_PROFILES } from './theme-profiles.ts';
import { inventFigureName } from './titles.ts';

/** A minifigure before it is cast into sets. */
interface FigureDraft {
  readonly key: StreamKey;
  readonly minifigNumber: string;
  readonly name: string;
  readonly themeIndex: number;
  readonly hasImage: boolean;
  readonly baseValueCents: number;
}

/** All facts of a minifigure that is in at least one set. */
export interface FigureBlueprint extends FigureDraft {
  /** The day the first set with it came out. */
  readonly firstDay: EpochDay;
  readonly firstYear: number;
  /** The day the last set with it left the shelves. */
  readonly lastDay: EpochDay;
  readonly announcedDay: EpochDay;
  /** All sets with it, including those not announced yet. */
  readonly sets: readonly SetBlueprint[];
}

/** Draws the minifigure of one slot of one year for a theme. Most are worth a few dollars, some a hundred. */
function drawFigure(marketKey: StreamKey, year: number, slot: number, themeIndex: number, salt: number): FigureDraft {
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

/** Figures recur in sets of the two years after their own. */
export const RECURRING_YEARS = 2;
/** Some drawn figures are in no set and so do not exist; this many more are drawn to compensate. */
const OVERSUPPLY = 1.27;

/** The minifigures that exist and the sets they are in. */
interface Casting {
  readonly figures: readonly FigureBlueprint[];
  readonly links: readonly SetMinifig[];
}

/**
 * Draws the figures of every set from those of its theme of the same and the two years before. A set's draw depends on
 * its own random stream and on the figures available, not on other sets.
 */
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
    const stream = new RandomStream(childKey(childKey(marketKey, Purpose.casting), year));
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
  const stream = new RandomStream(childKey(set.key, Purpose.setFigures));
  for (let i = 0; i < set.figureCount; i++) {
    const yearsBack = stream.chance(0.75) ? 0 : stream.wholeNumber(1, RECURRING_YEARS);
    const cast = casts.get(castName(set.themeIndex, set.year - yearsBack)) ?? [];
    // The occasional skew makes a few characters appear in many sets of their theme.
    const position = stream.chance(0.25) ? stream.uniform() ** 3 : stream.uniform();
    const draft = cast[Math.floor(cast.length * position)];
    if (draft) chosen.set(draft, (chosen.get(draft) ?? 0) + 1);
  }
  return chosen;
}

function withLifeSpan(draft: FigureDraft, among: readonly SetBlueprint[]): FigureBlueprint {
  return {
    ...draft,
    firstDay: Math.min(...among.map((set) => set.releaseDay)),
    firstYear: Math.min(...among.map((set) => set.year)),
    lastDay: Math.max(...among.map((set) => set.exitDay)),
    announcedDay: Math.min(...among.map((set) => set.announcedDay)),
    sets: among,
  };
}

function castName(themeIndex: number, year: number): string {
  return `${themeIndex}/${year}`;
}
