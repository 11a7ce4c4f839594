import type { Condition, EpochDay } from '@brickmarket/domain';
import type { FigureBlueprint } from '../catalog/figure-blueprint.ts';
import { fatTailed, RandomStream, childKey, Purpose } from '../random/random-stream.ts';
import type { ThemeClimate } from './market-climate.ts';
import { RegimeJumps, seasonalMood, WeeklyCurve } from './curves.ts';
import { SetValuePath } from './set-value-path.ts';

// Destructured once: jest intercepts globals, so reading Math each time is three times as slow there.
const { exp, log, max, min } = Math;

const WEEKS_PER_YEAR = 52.18;
const NEW_PREMIUM = 0.1;
/** Maximum share of the sealed set for one figure, and for all. */
const LARGEST_SHARE = 0.6;
const LARGEST_SHARE_OF_ALL = 1.5;
const CEILING_SHARPNESS = 4;

/** A sealed set with the log share of its value that limits the figure. */
interface Ceiling {
  readonly releaseDay: EpochDay;
  readonly path: SetValuePath;
  readonly logShare: number;
}

/** Log cents. Stays below a share of each sealed set, which buyers would otherwise split. */
export class FigureValuePath {
  private readonly curve: WeeklyCurve;
  private readonly ceilings: readonly Ceiling[];

  constructor(figure: FigureBlueprint, climate: ThemeClimate, lastDay: EpochDay) {
    const stream = new RandomStream(childKey(figure.key, Purpose.figurePath));
    const rarity = 0.25 / figure.sets.length;
    const growth = climate.growth * 0.8 + 0.07 * fatTailed(stream);
    const weeklyStep = stream.between(0.005, 0.018);
    const jumps = new RegimeJumps(stream);
    let drift = 0;
    let moodBefore = climate.mood.at(figure.firstDay);
    this.curve = new WeeklyCurve(figure.firstDay, max(figure.firstDay, lastDay));
    this.curve.fill((day) => {
      const mood = climate.mood.at(day);
      drift +=
        mood -
        moodBefore +
        weeklyStep * fatTailed(stream) +
        jumps.nextWeek() +
        (day > figure.lastDay ? growth / WEEKS_PER_YEAR : 0);
      moodBefore = mood;
      const novelty = 0.35 * exp(-max(0, day - figure.firstDay) / 70);
      return log(figure.baseValueCents) + rarity + novelty + drift;
    });
    this.ceilings = figure.sets
      .filter((set) => set.releaseDay <= lastDay)
      .map((set) => ({
        releaseDay: set.releaseDay,
        path: new SetValuePath(set, climate, lastDay),
        logShare: log(min(LARGEST_SHARE, LARGEST_SHARE_OF_ALL / set.figureCount)) - NEW_PREMIUM,
      }));
  }

  logCents(condition: Condition, day: EpochDay): number {
    const own = this.curve.at(day) + 0.02 * seasonalMood(day);
    return this.below(own, day) + (condition === 'sealed' ? NEW_PREMIUM : 0);
  }

  /** Ignores sets released later, so that they do not change the past. */
  private below(own: number, day: EpochDay): number {
    let ceiling = Infinity;
    for (const { releaseDay, path, logShare } of this.ceilings)
      if (releaseDay <= day) ceiling = min(ceiling, path.logCents('sealed', day) + logShare);
    if (ceiling === Infinity) return own;
    // Smooth minimum, close to the smaller one where they differ much.
    return ceiling - log(1 + exp(CEILING_SHARPNESS * (ceiling - own))) / CEILING_SHARPNESS;
  }
}
