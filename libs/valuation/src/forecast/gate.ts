import type { IsoMonth } from '@brickmarket/domain';
import { isHeld, pinballLoss, type Quantiles } from './spread.ts';

/** Why nothing is forecast: too short a past, no better than plain ways, or ranges that did not hold. */
export type ForecastRefusal = 'too-short' | 'not-better' | 'range-not-held';

/** Fewer moments in the past to forecast from prove nothing. */
const FEWEST_ORIGINS = 3;
/** Fewer series to compare with do not make such a moment. */
const FEWEST_COMPARED = 50;

/** What forecasts from one moment in the past came to; losses by the name of who forecast. */
export interface OriginScore<Rival extends string = string> {
  /** The last month that was known. */
  readonly month: IsoMonth;
  /** How many series were compared. */
  readonly series: number;
  /** Share of what came to pass that lay in the range, in percent. */
  readonly heldPct: number;
  /** Mean loss: pinball loss of log prices in percent, or sales that a count is off. */
  readonly loss: number;
  readonly rivals: Readonly<Record<Rival, number>>;
}

/** What decides whether forecasts are shown, and what it rests on. */
export interface Judgement<Rival extends string = string> {
  /** Null: earned. */
  readonly refusal: ForecastRefusal | null;
  /** The oldest first. */
  readonly origins: readonly OriginScore<Rival>[];
}

/** The part of a market's own past in which a range has to hold, on average, in percent. */
export interface HeldBounds {
  readonly least: number;
  readonly most: number;
}

/** Forecasts are shown that have beaten every rival, and whose ranges held, from enough moments in the past. */
export function judge<Rival extends string>(
  origins: readonly OriginScore<Rival>[],
  rivals: readonly Rival[],
  { least, most }: HeldBounds,
): Judgement<Rival> {
  if (origins.length < FEWEST_ORIGINS) return { refusal: 'too-short', origins };
  const mean = (of: (origin: OriginScore<Rival>) => number): number =>
    origins.reduce((sum, origin) => sum + of(origin), 0) / origins.length;
  const loss = mean((origin) => origin.loss);
  if (rivals.some((rival) => mean((origin) => origin.rivals[rival]) <= loss)) return { refusal: 'not-better', origins };
  const held = mean(({ heldPct }) => heldPct);
  return { refusal: held < least || held > most ? 'range-not-held' : null, origins };
}

/** Compares forecasts from one moment with what came to pass. */
export class OriginScorer<Rival extends string> {
  #series = 0;
  #held = 0;
  #loss = 0;
  readonly #rivals: Record<Rival, number>;

  constructor(
    private readonly month: IsoMonth,
    private readonly rivals: readonly Rival[],
  ) {
    this.#rivals = Object.fromEntries(rivals.map((rival) => [rival, 0])) as Record<Rival, number>;
  }

  /** Log changes, by their pinball loss. */
  addRanges(ours: Quantiles, rivals: Readonly<Record<Rival, Quantiles>>, actual: number): void {
    this.#add(
      isHeld(ours, actual),
      100 * pinballLoss(ours, actual),
      (rival) => 100 * pinballLoss(rivals[rival], actual),
    );
  }

  /** Counts, by how far the middle is off. */
  addCounts(ours: Quantiles, rivals: Readonly<Record<Rival, number>>, actual: number): void {
    this.#add(isHeld(ours, actual), Math.abs(ours[1] - actual), (rival) => Math.abs(rivals[rival] - actual));
  }

  #add(held: boolean, loss: number, lossOf: (rival: Rival) => number): void {
    this.#series++;
    if (held) this.#held++;
    this.#loss += loss;
    for (const rival of this.rivals) this.#rivals[rival] += lossOf(rival);
  }

  /** Null when too few series could be compared. */
  score(): OriginScore<Rival> | null {
    if (this.#series < FEWEST_COMPARED) return null;
    const mean = (sum: number): number => Math.round((10_000 * sum) / this.#series) / 10_000;
    const rivals = Object.fromEntries(this.rivals.map((rival) => [rival, mean(this.#rivals[rival])]));
    return {
      month: this.month,
      series: this.#series,
      heldPct: Math.round((1_000 * this.#held) / this.#series) / 10,
      loss: mean(this.#loss),
      rivals: rivals as Record<Rival, number>,
    };
  }
}
