import { type EpochMonth, formatIsoMonth, type IsoMonth } from '@brickmarket/domain';

/** Why nothing is forecast: too short a past, no better than plain ways, or ranges that did not hold. */
export type ForecastRefusal = 'too-short' | 'not-better' | 'range-not-held';

/** Fewer moments in the past prove nothing; fewer series to compare do not make such a moment. */
const FEWEST_ORIGINS = 3;
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

/** Forecasts are shown that have beaten every rival, and held so many percent, from enough moments in the past. */
export function judge<Rival extends string>(
  origins: readonly OriginScore<Rival>[],
  rivals: readonly Rival[],
  { least, most }: { readonly least: number; readonly most: number },
): Judgement<Rival> {
  if (origins.length < FEWEST_ORIGINS) return { refusal: 'too-short', origins };
  const mean = (of: (origin: OriginScore<Rival>) => number): number =>
    origins.reduce((sum, origin) => sum + of(origin), 0) / origins.length;
  const loss = mean((origin) => origin.loss);
  if (rivals.some((rival) => mean((origin) => origin.rivals[rival]) <= loss)) return { refusal: 'not-better', origins };
  const held = mean(({ heldPct }) => heldPct);
  return { refusal: held < least || held > most ? 'range-not-held' : null, origins };
}

/** A forecast of one series, compared with what came. */
export interface Compared<Rival extends string> {
  readonly isHeld: boolean;
  readonly loss: number;
  readonly rivals: Readonly<Record<Rival, number>>;
}

/** Null when too few series could be compared. */
export function scoreOf<Rival extends string>(
  lastKnown: EpochMonth,
  rivals: readonly Rival[],
  compared: readonly Compared<Rival>[],
): OriginScore<Rival> | null {
  const series = compared.length;
  if (series < FEWEST_COMPARED) return null;
  const mean = (of: (one: Compared<Rival>) => number): number =>
    Math.round((10_000 * compared.reduce((sum, one) => sum + of(one), 0)) / series) / 10_000;
  return {
    month: formatIsoMonth(lastKnown),
    series,
    heldPct: Math.round(1_000 * mean((one) => Number(one.isHeld))) / 10,
    loss: mean(({ loss }) => loss),
    rivals: Object.fromEntries(rivals.map((rival) => [rival, mean((one) => one.rivals[rival])])) as Record<
      Rival,
      number
    >,
  };
}
