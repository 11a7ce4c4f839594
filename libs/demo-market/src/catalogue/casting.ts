import type { SetMinifig } from '@brickmarket/domain';
import { weightedIndex } from '../random/distributions.ts';
import { RandomStream } from '../random/random-stream.ts';
import { childKey, Purpose, type StreamKey } from '../random/stream-key.ts';
import { cohortSize, FIRST_COHORT_YEAR } from './cohorts.ts';
import { drawFigure, type FigureBlueprint, type FigureDraft } from './figure-blueprint.ts';
import type { SetBlueprint } from './set-blueprint.ts';
import { THEME_PROFILES } from './theme-profiles.ts';

/** Figures recur in sets of the two years after their own. */
export const RECURRING_YEARS = 2;
/** Some drawn figures are never cast and do not exist for the market; drawing more makes up for them. */
const OVERSUPPLY = 1.27;

/** Which minifigures there are and which sets they come in. */
export interface Casting {
  readonly figures: readonly FigureBlueprint[];
  readonly links: readonly SetMinifig[];
}

/**
 * Lets every set choose its figures from those of its theme of the same and the two years before.
 * A set's choice depends on its own stream and on the figures on offer, not on the other sets.
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
    const yearsBack = stream.chance(0.75) ? 0 : stream.whole(1, RECURRING_YEARS);
    const cast = casts.get(castName(set.themeIndex, set.year - yearsBack)) ?? [];
    // A skew now and then makes a few characters the stars of their theme.
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
