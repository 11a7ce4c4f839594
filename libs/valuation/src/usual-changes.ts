import type { EpochDay } from '@brickmarket/domain';
import type { SeriesKind } from './market.ts';
import type { PairedSeries } from './paired-series.ts';
import { byKind } from './price-behaviour.ts';
import { medianOf } from './quantiles.ts';

/** Days since retirement at which prices begin to move otherwise; the last stage is for what never retires. */
const STAGE_STARTS = [-720, -360, -180, -90, -30, 60, 180, 360, 720, 1440] as const;
const STAGES = STAGE_STARTS.length + 2;
/** Classes of the last change of a price, as a logarithm; the last class is for what is not known. */
const MOVE_STARTS = [-0.3, -0.15, -0.06, -0.015, -0.0005, 0.0005, 0.015, 0.06, 0.15, 0.3] as const;
const MOVES = MOVE_STARTS.length + 2;
/** A change over more days than this is not the last one; after as many days it is not known what comes next. */
const LAST_MOVE_DAYS = 70;
const NEXT_DAYS = 62;

/** The log change that usually follows, by kind, stage of life and last change. Plain data. */
export type UsualChanges = Readonly<Record<SeriesKind, readonly (readonly number[])[]>>;

export const NO_USUAL_CHANGES: UsualChanges = byKind(() => []);

/** Fewer pairs of a kind teach nothing; all of a kind count for a cell as so many of its own pairs. */
const FEWEST_PAIRS = 200;
const PSEUDO_PAIRS = 100;
/** Changes are counted in steps of 0.005 to 0.3 either way; shifts of up to 0.12 are tried. */
const STEP = 0.005;
const REACH_STEPS = 60;
const STEPS = 2 * REACH_STEPS + 1;
const TRIED_STEPS = 24;
/** What it costs to miss by more than usual, in usual misses. */
const MISSED_LOSS = 0.67;

/** The stage of a set that left, or leaves, the shelves on a day. */
export function stageOf(retirement: EpochDay | null, day: EpochDay): number {
  return retirement === null ? STAGES - 1 : classOf(STAGE_STARTS, day - retirement);
}

/** What is to be added to the newest log price, so many days old and so many days after the one before it. */
export function usualChange(
  usual: UsualChanges,
  kind: SeriesKind,
  stage: number,
  move: number,
  daysBefore: number | null,
  ageDays: number,
): number {
  return ageDays > NEXT_DAYS ? 0 : (usual[kind][stage]?.[moveClass(move, daysBefore)] ?? 0);
}

/**
 * Learns from the sales of each item which change follows. Prices that mostly stay have a median change of none; what
 * is looked for is the shift with which most next prices are near and none is far.
 */
export function learnUsualChanges(sample: readonly PairedSeries[]): UsualChanges {
  return byKind((kind) => learnKind(sample.filter((series) => series.kind === kind)));
}

function learnKind(sample: readonly PairedSeries[]): readonly (readonly number[])[] {
  const cells = Array.from({ length: STAGES * MOVES }, () => [] as number[]);
  const all: number[] = [];
  for (const { day, logPrice, retirement } of sample) {
    for (let at = 0; at + 1 < day.length; at++) {
      if (day[at + 1]! - day[at]! > NEXT_DAYS) continue;
      const change = logPrice[at + 1]! - logPrice[at]!;
      const move = at === 0 ? Number.NaN : logPrice[at]! - logPrice[at - 1]!;
      const before = at === 0 ? null : day[at]! - day[at - 1]!;
      cells[stageOf(retirement, day[at]!) * MOVES + moveClass(move, before)]!.push(change);
      all.push(change);
    }
  }
  if (all.length < FEWEST_PAIRS) return [];
  const losses = lossesOfShifts(all);
  const ofAll = shares(all, null);
  return Array.from({ length: STAGES }, (_, stage) => {
    const ofStage = cells.slice(stage * MOVES, (stage + 1) * MOVES);
    const stageShares = shares(ofStage.flat(), ofAll);
    return ofStage.map((cell) => bestShift(losses, shares(cell, stageShares)));
  });
}

/** How often each step of change occurs, drawn to how often it does among more pairs. */
function shares(changes: readonly number[], among: Float64Array | null): Float64Array {
  const counts = new Float64Array(STEPS);
  for (const change of changes) {
    const step = Math.round(change / STEP);
    counts[Math.min(Math.max(step, -REACH_STEPS), REACH_STEPS) + REACH_STEPS]!++;
  }
  if (among === null) return counts.map((count) => count / changes.length);
  return counts.map((count, at) => (count + PSEUDO_PAIRS * among[at]!) / (changes.length + PSEUDO_PAIRS));
}

/**
 * For each shift that is tried, the loss at each step of change: by how much it misses, and whether by more than usual.
 */
function lossesOfShifts(changes: readonly number[]): readonly Float64Array[] {
  const sizes = changes.map(Math.abs);
  const usual = Math.max(medianOf(sizes), STEP / 2);
  const mean = Math.max(sizes.reduce((sum, size) => sum + Math.min(size, REACH_STEPS * STEP), 0) / sizes.length, STEP);
  return Array.from({ length: 2 * TRIED_STEPS + 1 }, (_, shift) =>
    Float64Array.from({ length: STEPS }, (_step, at) => {
      const miss = Math.abs(at - REACH_STEPS - (shift - TRIED_STEPS)) * STEP;
      return MISSED_LOSS * (miss > usual ? 1 : 0) + Math.min(miss, REACH_STEPS * STEP) / mean;
    }),
  );
}

function bestShift(losses: readonly Float64Array[], ofChanges: Float64Array): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let shift = -TRIED_STEPS; shift <= TRIED_STEPS; shift++) {
    const ofShift = losses[shift + TRIED_STEPS]!;
    let loss = 1e-6 * Math.abs(shift);
    for (let at = 0; at < STEPS; at++) loss += ofShift[at]! * ofChanges[at]!;
    if (loss >= least) continue;
    least = loss;
    best = shift;
  }
  return best * STEP;
}

function moveClass(move: number, daysBefore: number | null): number {
  return daysBefore === null || daysBefore > LAST_MOVE_DAYS ? MOVES - 1 : classOf(MOVE_STARTS, move);
}

function classOf(starts: readonly number[], value: number): number {
  let at = 0;
  while (at < starts.length && value >= starts[at]!) at++;
  return at;
}
