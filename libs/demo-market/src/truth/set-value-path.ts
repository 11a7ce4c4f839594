import type { Condition, EpochDay } from '@brickmarket/domain';
import type { SetBlueprint } from '../catalogue/set-blueprint.ts';
import { fatTailed, normal } from '../random/distributions.ts';
import { RandomStream } from '../random/random-stream.ts';
import { childKey, Purpose } from '../random/stream-key.ts';
import type { ThemeClimate } from './market-climate.ts';
import { promotionDepth, promotionsOf } from './promotions.ts';
import { RegimeJumps } from './regime-jumps.ts';
import { seasonalMood } from './season.ts';
import { WeeklyCurve } from './weekly-curve.ts';

// Looked up once: under a test runner, where globals are intercepted, this generator runs about three times as fast this way.
const { exp, log, max, min } = Math;

const WEEKS_PER_YEAR = 52.18;
const DAYS_PER_YEAR = 365.25;
const STEEPEST_GROWTH = 0.32;
const STEEPEST_DECAY = -0.12;

/**
 * The true value of one set over time, as a logarithm of cents.
 *
 * Sealed, on the shelf: list price less the set's usual discount, lower still while shops run a promotion.
 * Sealed, after exit: over about half a year the shelf's pull fades; the set jumps or sags by an amount of its own and
 * then grows at its own pace (theme's growth plus a fat-tailed part), ever slower with age. On top of it: the mood of
 * market and theme, a random walk with rare large steps, rare regime jumps (a remake is announced, a cult begins),
 * and a season. Used: sealed times a ratio that walks on its own and recovers once the set is gone from shops.
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

  /** The logarithm of the true value in cents on a day from release on. */
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

/** How much the shops' price holds the value: 1 until some weeks before exit, 0 from half a year after. */
function shelfPull(day: EpochDay, exitDay: EpochDay): number {
  const progress = min(1, max(0, (day - exitDay + 50) / 200));
  return 1 - progress * progress * (3 - 2 * progress);
}
