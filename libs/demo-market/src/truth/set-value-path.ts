import type { EpochDay, Condition } from '@brickmarket/domain';
import type { SetBlueprint } from '../catalog/set-blueprint.ts';
import { RandomStream, childKey, Purpose, fatTailed, normal } from '../random/random-stream.ts';
import { RegimeJumps, seasonalMood, WeeklyCurve } from './curves.ts';
import type { ThemeClimate } from './market-climate.ts';

/** Price cut as a share of the list price. */
export interface Promotion {
  readonly firstDay: EpochDay;
  readonly lastDay: EpochDay;
  readonly depth: number;
}

export function promotionsOf(set: SetBlueprint): readonly Promotion[] {
  const stream = new RandomStream(childKey(set.key, Purpose.promotions));
  const promotions: Promotion[] = [];
  let day = set.releaseDay + stream.wholeNumber(40, 160);
  while (day < set.exitDay) {
    const age = (day - set.releaseDay) / (set.exitDay - set.releaseDay);
    const lastDay = Math.min(set.exitDay - 1, day + stream.wholeNumber(4, 32));
    promotions.push({ firstDay: day, lastDay, depth: stream.between(0.08, 0.18 + 0.2 * age) });
    day = lastDay + stream.wholeNumber(15, 150);
  }
  return promotions;
}

export function promotionDepth(promotions: readonly Promotion[], day: EpochDay): number {
  for (const promotion of promotions) {
    if (day <= promotion.lastDay) return day >= promotion.firstDay ? promotion.depth : 0;
  }
  return 0;
}

// Destructured once: jest intercepts globals, so reading Math each time is three times as slow there.
const { exp, log, max, min } = Math;

const WEEKS_PER_YEAR = 52.18;
const DAYS_PER_YEAR = 365.25;
const STEEPEST_GROWTH = 0.32;
const STEEPEST_DECAY = -0.12;

/**
 * Log cents. Sealed: list price less discount until exit, then a jump and growth that declines with age.
 * Used: sealed times a ratio with its own random walk, which recovers after the exit.
 */
export class SetValuePath {
  private readonly sealed: WeeklyCurve;
  private readonly used: WeeklyCurve;
  private readonly seasonAmplitude: number;

  constructor(
    private readonly set: SetBlueprint,
    climate: ThemeClimate,
    lastDay: EpochDay,
  ) {
    const stream = new RandomStream(childKey(set.key, Purpose.sealedPath));
    this.seasonAmplitude = stream.between(0.01, 0.08);
    this.sealed = this.drawSealed(stream, climate, lastDay);
    this.used = this.drawUsed(climate, lastDay);
  }

  logCents(condition: Condition, day: EpochDay): number {
    const sealed = this.sealed.at(day);
    const season = this.seasonAmplitude * seasonalMood(day);
    return condition === 'sealed' ? sealed + season : sealed + this.used.at(day) + 0.4 * season;
  }

  private drawSealed(stream: RandomStream, climate: ThemeClimate, lastDay: EpochDay): WeeklyCurve {
    const { set } = this;
    const promotions = promotionsOf(set);
    const discount = log(1 - min(0.35, max(0, climate.discount + 0.05 * fatTailed(stream))));
    const jump = 0.06 + 0.14 * fatTailed(stream);
    const growth = min(STEEPEST_GROWTH, max(STEEPEST_DECAY, climate.growth + 0.06 * fatTailed(stream)));
    const fading = stream.between(4, 10);
    const weeklyStep = stream.between(0.004, 0.016);
    const jumps = new RegimeJumps(stream);
    let drift = 0;
    let moodBefore = climate.mood.at(set.releaseDay);
    const curve = new WeeklyCurve(set.releaseDay, max(set.releaseDay, lastDay));
    curve.fill((day) => {
      const shelf = shelfPull(day, set.exitDay);
      const mood = climate.mood.at(day);
      const free = 1 - 0.7 * shelf;
      drift += free * (mood - moodBefore + weeklyStep * fatTailed(stream) + jumps.nextWeek());
      moodBefore = mood;
      const age = (day - set.exitDay) / DAYS_PER_YEAR;
      if (age > 0) drift += (growth / WEEKS_PER_YEAR) * exp(-age / fading);
      const onShelf = discount + log(1 - 0.6 * promotionDepth(promotions, day));
      return log(set.listPriceCents) + shelf * onShelf + (1 - shelf) * jump + drift;
    });
    return curve;
  }

  private drawUsed(climate: ThemeClimate, lastDay: EpochDay): WeeklyCurve {
    const { set } = this;
    const stream = new RandomStream(childKey(set.key, Purpose.usedPath));
    const ratio = log(climate.usedRatio) + 0.02 * min(set.figureCount, 8) + 0.16 * normal(stream);
    const weeklyStep = stream.between(0.004, 0.012);
    let drift = 0;
    const curve = new WeeklyCurve(set.releaseDay, max(set.releaseDay, lastDay));
    curve.fill((day) => {
      drift = 0.995 * drift + weeklyStep * fatTailed(stream);
      return min(-0.02, ratio - 0.12 * shelfPull(day, set.exitDay)) + drift;
    });
    return curve;
  }
}

/** Weight of the shop price: 1 until weeks before exit, 0 from half a year after. */
function shelfPull(day: EpochDay, exitDay: EpochDay): number {
  const progress = min(1, max(0, (day - exitDay + 50) / 200));
  return 1 - progress * progress * (3 - 2 * progress);
}
