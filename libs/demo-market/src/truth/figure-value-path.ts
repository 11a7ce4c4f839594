import type { Condition, EpochDay } from '@brickmarket/domain';
import type { FigureBlueprint } from '../catalogue/figure-blueprint.ts';
import { fatTailed } from '../random/distributions.ts';
import { RandomStream } from '../random/random-stream.ts';
import { childKey, Purpose } from '../random/stream-key.ts';
import type { ThemeClimate } from './market-climate.ts';
import { RegimeJumps } from './regime-jumps.ts';
import { seasonalMood } from './season.ts';
import { WeeklyCurve } from './weekly-curve.ts';

// Looked up once: under a test runner, where globals are intercepted, this generator runs about three times as fast this way.
const { exp, log, max } = Math;

const WEEKS_PER_YEAR = 52.18;
const NEW_PREMIUM = 0.1;

/**
 * The true value of one minifigure over time, as a logarithm of cents: dear when it is new, cheaper while its sets are
 * in shops, then growing with its theme and a walk of its own. Unused ones fetch a tenth more.
 */
export class FigureValuePath {
  private readonly curve: WeeklyCurve;

  constructor(figure: FigureBlueprint, climate: ThemeClimate, lastDay: EpochDay) {
    const stream = new RandomStream(childKey(figure.key, Purpose.figurePath));
    const rarity = 0.25 / figure.setCount;
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
  }

  /** The logarithm of the true value in cents on a day from the first set on. */
  logCents(condition: Condition, day: EpochDay): number {
    return this.curve.at(day) + 0.02 * seasonalMood(day) + (condition === 'sealed' ? NEW_PREMIUM : 0);
  }
}
