import { type Condition, type EpochDay, InvalidInputError } from '@brickmarket/domain';
import { normal, RandomStream, childKey, Purpose, type StreamKey } from '../random/random-stream.ts';
import { type ValuePath, WeeklyCurve } from '../truth/curves.ts';

/** How a whole market trades. Real markets differ more in this than items of one market do. */
export interface Temperament {
  /** Spread of single prices around the true value, on a log scale; null when each item has its own. */
  readonly spread: Readonly<Record<Condition, number>> | null;
  /** Variance per day of a random walk that is added to true values. */
  readonly wanderPerDay: number;
  /** Probability per day of a lasting jump of the value, by 0.25 to 0.65 on a log scale. */
  readonly jumpsPerDay: number;
  /** The walk is a moving average over this many weeks, like an average of offers; 1 for none. */
  readonly averagedWeeks: number;
  /** Share of items under whose number something else is sold too, in a tenth to a third of their rows. */
  readonly mixedShare: number;
  /** Factor on the number of sales; null for one listing per item and month instead. */
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

/** Modelled on the variances of real markets: single sales of one marketplace, monthly offers, and their flaws. */
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

/** The temperament of a name that comes from outside. Throws InvalidInputError when there is none. */
export function temperamentNamed(name: string): TemperamentName {
  const known = TEMPERAMENT_NAMES.find((one) => one === name);
  if (known === undefined)
    throw new InvalidInputError(`temperament ${name} is not known: choose one of ${TEMPERAMENT_NAMES.join(', ')}`);
  return known;
}

/**
 * What else is sold under the number of an item: the share of its rows, and the log of its price against the item's.
 */
export interface Mixture {
  readonly share: number;
  readonly logRatio: number;
}

/** Draws whether something else is sold under the number of an item, and what. */
export function drawMixture(key: StreamKey, { mixedShare }: Temperament): Mixture | null {
  if (mixedShare === 0) return null;
  const stream = new RandomStream(childKey(key, Purpose.mixture));
  if (!stream.chance(mixedShare)) return null;
  return { share: stream.between(0.1, 0.33), logRatio: Math.log(stream.between(0.15, 0.45)) };
}

/** Adds the walk and the jumps of a market's temperament to the true value of an item. */
export function withTemperament(
  path: ValuePath,
  key: StreamKey,
  temperament: Temperament,
  firstDay: EpochDay,
  lastDay: EpochDay,
): ValuePath {
  const { wanderPerDay, jumpsPerDay, averagedWeeks } = temperament;
  if (wanderPerDay === 0 && jumpsPerDay === 0) return path;
  const stream = new RandomStream(childKey(key, Purpose.temperament));
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
