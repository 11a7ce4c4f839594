import { type EpochDay, parseIsoDay } from '@brickmarket/domain';
import type { TradedCatalog } from '../catalog/traded-catalog.ts';
import { fatTailed, normal, RandomStream, childKey, Purpose, type StreamKey } from '../random/random-stream.ts';
import { WeeklyCurve } from './curves.ts';

const CLIMATE_START = parseIsoDay('2010-01-01')!;

export interface ThemeClimate {
  /** Typical yearly log growth after retirement. */
  readonly growth: number;
  /** Typical share of the list price. */
  readonly discount: number;
  /** Typical share of the sealed value. */
  readonly usedRatio: number;
  /** Log scale: slow random walk with rare large steps. */
  readonly mood: WeeklyCurve;
}

/** By theme index. */
export function drawClimate(catalog: TradedCatalog): readonly ThemeClimate[] {
  const market = moodCurve(childKey(catalog.key, Purpose.marketWalk), catalog.asOfDay, 0.0025);
  return catalog.growthByTheme.map((growth, index) => {
    const key = childKey(childKey(catalog.key, Purpose.theme), index);
    const stream = new RandomStream(key);
    const own = moodCurve(childKey(key, Purpose.marketWalk), catalog.asOfDay, 0.004);
    const mood = new WeeklyCurve(CLIMATE_START, catalog.asOfDay);
    mood.fill((day) => market.at(day) + own.at(day));
    return {
      growth: growth + 0.02 * normal(stream),
      discount: stream.between(0.03, 0.16),
      usedRatio: stream.between(0.5, 0.72),
      mood,
    };
  });
}

function moodCurve(key: StreamKey, lastDay: EpochDay, weeklyStep: number): WeeklyCurve {
  const stream = new RandomStream(key);
  const curve = new WeeklyCurve(CLIMATE_START, lastDay);
  let level = 0;
  curve.fill(() => (level = level * 0.999 + weeklyStep * fatTailed(stream)));
  return curve;
}
