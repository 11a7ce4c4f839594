import type { Condition, EpochDay } from '@brickmarket/domain';
import { normal, RandomStream, childKey, type StreamKey } from '../../../libs/demo-market/src/random/random-stream.ts';
import { type ValuePath, WeeklyCurve } from '../../../libs/demo-market/src/truth/curves.ts';
import { TestPurpose } from './purpose.ts';

/** Trading style of a market. Markets differ more in it than items do. */
export interface Temperament {
  /** Log spread of prices around the true value; null: per item. */
  readonly spread: Readonly<Record<Condition, number>> | null;
  /** Variance per day of a random walk added to true values. */
  readonly wanderPerDay: number;
  /** Daily probability of a lasting jump by 0.25 to 0.65 in log. */
  readonly jumpsPerDay: number;
  /** Weeks over which the walk is averaged, like offers; 1: none. */
  readonly averagedWeeks: number;
  /** Share of items whose number also covers another product, in a tenth to a third of rows. */
  readonly mixedShare: number;
  /** Factor on the number of sales; null: one listing per item and month. */
  readonly pace: number | null;
}

const ORDINARY: Temperament = {
  spread: null,
  wanderPerDay: 0,
  jumpsPerDay: 0,
  averagedWeeks: 1,
  mixedShare: 0,
  pace: 1,
};

/** Modeled on variances of real markets: single sales, monthly offers, and their flaws. */
export const TEMPERAMENTS = {
  ordinary: ORDINARY,
  noisy: { ...ORDINARY, spread: { sealed: 0.15, used: 0.24 }, wanderPerDay: 0.0001 },
  smooth: { ...ORDINARY, spread: { sealed: 0.006, used: 0.01 }, wanderPerDay: 0.0003, averagedWeeks: 7, pace: null },
  jumps: { ...ORDINARY, spread: { sealed: 0.09, used: 0.15 }, jumpsPerDay: 0.0015 },
  mixed: { ...ORDINARY, spread: { sealed: 0.14, used: 0.2 }, wanderPerDay: 0.0001, mixedShare: 0.5 },
  thin: { ...ORDINARY, spread: { sealed: 0.14, used: 0.2 }, wanderPerDay: 0.0001, pace: 0.3 },
  thick: { ...ORDINARY, spread: { sealed: 0.16, used: 0.22 }, wanderPerDay: 0.0002, pace: 3 },
} as const satisfies Record<string, Temperament>;
export type TemperamentName = keyof typeof TEMPERAMENTS;
export const TEMPERAMENT_NAMES = Object.keys(TEMPERAMENTS) as readonly TemperamentName[];

const MIXED_LOG_SPREAD = 0.15;

/** Log price ratio of another product under the item's number; undefined: none. */
export function drawMixture(
  key: StreamKey,
  { mixedShare }: Temperament,
): ((stream: RandomStream) => number) | undefined {
  if (mixedShare === 0) return undefined;
  const facts = new RandomStream(childKey(key, TestPurpose.mixture));
  if (!facts.chance(mixedShare)) return undefined;
  const share = facts.between(0.1, 0.33);
  const logRatio = Math.log(facts.between(0.15, 0.45));
  return (stream) => (stream.chance(share) ? logRatio + MIXED_LOG_SPREAD * normal(stream) : 0);
}

export function withTemperament(
  path: ValuePath,
  key: StreamKey,
  temperament: Temperament,
  firstDay: EpochDay,
  lastDay: EpochDay,
): ValuePath {
  const { wanderPerDay, jumpsPerDay, averagedWeeks } = temperament;
  if (wanderPerDay === 0 && jumpsPerDay === 0) return path;
  const stream = new RandomStream(childKey(key, TestPurpose.temperament));
  const walk: number[] = [];
  const curve = new WeeklyCurve(firstDay, Math.max(firstDay, lastDay));
  curve.fill(() => {
    const jump = stream.chance(7 * jumpsPerDay) ? (stream.chance(0.5) ? 1 : -1) * stream.between(0.25, 0.65) : 0;
    walk.push((walk.at(-1) ?? 0) + Math.sqrt(7 * wanderPerDay) * normal(stream) + jump);
    const recent = walk.slice(-averagedWeeks);
    return recent.reduce((sum, level) => sum + level, 0) / recent.length;
  });
  return { logCents: (condition, day) => path.logCents(condition, day) + curve.at(day) };
}
