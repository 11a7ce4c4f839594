import { growLossForest, LossForest, type LossTree } from './loss-forest.ts';
import { SERIES_KINDS, type SeriesKind } from './market.ts';
import type { PairedSeries } from './paired-series.ts';
import { byKind } from './price-behaviour.ts';
import {
  ANSWERS,
  BACK_TO_MIDDLE,
  type AwaitedPrice,
  CLASS_COUNTS,
  PriceSituation,
  TELLING,
} from './price-situation.ts';
import { medianOf } from './quantiles.ts';

/**
 * By kind, what each change that may follow a price is expected to lose, by its situation: trees as JSON, empty where
 * none were grown. A store reads and writes a text at once, and tens of thousands of numbers one by one.
 */
export type UsualChanges = Readonly<Record<SeriesKind, { readonly trees: string }>>;

export const NO_USUAL_CHANGES: UsualChanges = byKind(() => ({ trees: '' }));

/** Whether something stored is what this version learns. */
export function isUsualChanges(stored: unknown): stored is UsualChanges {
  if (typeof stored !== 'object' || stored === null) return false;
  const kinds = stored as Partial<Record<SeriesKind, { readonly trees?: unknown }>>;
  return SERIES_KINDS.every((kind) => typeof kinds[kind]?.trees === 'string');
}

/** Fewer pairs of a kind teach nothing; of more than so many, every so many series are looked at. */
const FEWEST_PAIRS = 200;
const ENOUGH_PAIRS = 40_000;
/** Pairs further apart tell nothing of what usually follows. */
const FARTHEST_DAYS = 365;
/** How large changes usually are goes by pairs that are at most so far apart. */
const NEXT_DAYS = 62;
/** A value is asked for about so many days before the next sale. */
export const AHEAD_DAYS = 15;
/** What it costs to miss by more than usual, in usual misses; a miss counts up to this, as a logarithm. */
const MISSED_LOSS = 0.67;
const FARTHEST_MISS = 0.3;

/** Which of the changes that are thought of is to be added to the newest log price. */
export class UsualNext {
  private readonly situation = new PriceSituation();
  private readonly forests: Forests;

  constructor(usual: UsualChanges) {
    this.forests = forestsOf(usual);
  }

  after(
    kind: SeriesKind,
    day: ArrayLike<number>,
    logPrice: ArrayLike<number>,
    newest: number,
    awaited: AwaitedPrice,
  ): number {
    const forest = this.forests[kind];
    if (forest === null) return 0;
    this.situation.look(day, logPrice, newest, awaited);
    return this.situation.changes[forest.leastLosing(this.situation.classes)]!;
  }
}

type Forests = Readonly<Record<SeriesKind, LossForest | null>>;

/** The forests of the models in use: a run values part by part, and to read them takes as long as to ask them. */
const READ_FORESTS = new WeakMap<UsualChanges, Forests>();

function forestsOf(usual: UsualChanges): Forests {
  let forests = READ_FORESTS.get(usual);
  if (forests === undefined) {
    // A shard of a run that a process of the release before has begun brings what that release learned.
    const known = isUsualChanges(usual) ? usual : NO_USUAL_CHANGES;
    forests = byKind((kind) => forestOf(known[kind].trees));
    READ_FORESTS.set(usual, forests);
  }
  return forests;
}

function forestOf(trees: string): LossForest | null {
  return trees === '' ? null : new LossForest(JSON.parse(trees) as readonly LossTree[], ANSWERS);
}

/**
 * Learns from the sales of each item which change follows. Prices that mostly stay have a median change of none; what
 * is looked for is the change with which most next prices are near and none is far. Kinds that are not asked for it
 * learn nothing: it takes most of the time of learning.
 */
export function learnUsualChanges(
  sample: readonly PairedSeries[],
  isAsked: (kind: SeriesKind) => boolean,
): UsualChanges {
  return byKind((kind) => ({
    trees: isAsked(kind) ? learnKind(sample.filter((series) => series.kind === kind)) : '',
  }));
}

function learnKind(ofKind: readonly PairedSeries[]): string {
  const pairs = ofKind.reduce((sum, { day }) => sum + day.length - 1, 0);
  const stride = Math.ceil(pairs / ENOUGH_PAIRS);
  const sample = stride <= 1 ? ofKind : ofKind.filter((_, at) => at % stride === 0);
  const changes: number[] = [];
  let size = 0;
  eachNext(sample, ({ day, logPrice }, at) => {
    size++;
    if (day[at + 1]! - day[at]! <= NEXT_DAYS) changes.push(Math.abs(logPrice[at + 1]! - logPrice[at]!));
  });
  if (changes.length < FEWEST_PAIRS) return '';
  const lossOf = lossBeside(changes);
  const situation = new PriceSituation();
  const classes = new Uint8Array(size * CLASS_COUNTS.length);
  const excess = new Float32Array(size * ANSWERS);
  let pair = 0;
  eachNext(sample, (series, at) => {
    const { day, logPrice } = series;
    situation.look(day, logPrice, at, awaitedAfter(series, at));
    // So few are copied faster one by one.
    for (let f = 0; f < CLASS_COUNTS.length; f++) classes[pair * CLASS_COUNTS.length + f] = situation.classes[f]!;
    const change = logPrice[at + 1]! - logPrice[at]!;
    const unchanged = lossOf(change);
    for (let a = 1; a < ANSWERS; a++) excess[pair * ANSWERS + a] = lossOf(change - situation.changes[a]!) - unchanged;
    pair++;
  });
  // Prices that go back to a middle are noise around a level: the filter and the medians know that better.
  if (BACK_TO_MIDDLE.includes(bestForAll(excess))) return '';
  const losses = { size, classCounts: CLASS_COUNTS, classes, answers: ANSWERS, telling: TELLING, excess };
  return JSON.stringify(growLossForest(losses));
}

/** The answer that would have lost least if it had been given to everything. */
function bestForAll(excess: Float32Array): number {
  const sums = new Float64Array(ANSWERS);
  for (let first = 0; first < excess.length; first += ANSWERS)
    for (let a = 1; a < ANSWERS; a++) sums[a]! += excess[first + a]!;
  return sums.indexOf(Math.min(...sums));
}

function eachNext(sample: readonly PairedSeries[], take: (series: PairedSeries, at: number) => void): void {
  for (const series of sample) {
    for (let at = 0; at + 1 < series.day.length; at++)
      if (series.day[at + 1]! - series.day[at]! <= FARTHEST_DAYS) take(series, at);
  }
}

/** As it was when a value would have been asked for, some days before the next sale. */
function awaitedAfter({ day, release, retirement, listLogPrice }: PairedSeries, at: number): AwaitedPrice {
  const asked = Math.max(day[at]!, day[at + 1]! - AHEAD_DAYS);
  return {
    daysSinceRelease: release === null ? Number.NaN : asked - release,
    daysSinceRetirement: retirement === null ? Number.NaN : asked - retirement,
    listLogPrice,
    waitDays: day[at + 1]! - day[at]!,
  };
}

/** What a miss costs beside the usual sizes of changes: by how much it misses, and whether by more than usual. */
function lossBeside(sizes: readonly number[]): (miss: number) => number {
  const usual = Math.max(medianOf(sizes), 0.0025);
  const mean = Math.max(sizes.reduce((sum, size) => sum + Math.min(size, FARTHEST_MISS), 0) / sizes.length, 0.005);
  return (miss) => {
    const size = Math.abs(miss);
    return (size > usual ? MISSED_LOSS : 0) + Math.min(size, FARTHEST_MISS) / mean;
  };
}
