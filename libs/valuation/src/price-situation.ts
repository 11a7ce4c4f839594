/** So many prices are looked at, of a year at most. */
export const LOOKED_BACK = 12;
const LOOK_BACK_DAYS = 365;
/** A change over more days than this is not the last one. */
const LAST_MOVE_DAYS = 70;
const UNMOVED = 0.0005;
const FARTHEST_MOVE = 0.5;

const MOVES = [-0.3, -0.15, -0.06, -0.03, -0.012, -UNMOVED, UNMOVED, 0.012, 0.03, 0.06, 0.15, 0.3];
const DISTANCES = [0.008, 0.02, 0.04, 0.07, 0.12, 0.2, 0.3];
const BOTH_WAYS = [...DISTANCES.map((distance) => -distance).toReversed(), -UNMOVED, UNMOVED, ...DISTANCES];
const SIZES = [0.004, 0.01, 0.018, 0.028, 0.04, 0.06, 0.09, 0.14, 0.22];
const SHARES = [0.1, 0.3, 0.5, 0.7, 0.9];
const SPANS = [UNMOVED, 0.02, 0.05, 0.08, 0.12, 0.18, 0.25, 0.35, 0.5];

/** What a situation is told by, with the least value of each class but the first; the last class is for the unknown. */
const CLASS_STARTS = {
  /** Days since release and since retirement. */
  age: [45, 100, 190, 370, 550, 740, 1100],
  stage: [-720, -360, -180, -90, -30, 60, 180, 360, 720, 1440],
  /** How many prices of the year, up to twelve, are known. */
  known: [2, 4, 7, 10, 12],
  /** The last change and the one before it; all prices and changes are logarithms. */
  lastMove: MOVES,
  moveBefore: MOVES,
  /** How far the newest price lies above the middle of the last three, six and twelve. */
  overThree: BOTH_WAYS,
  overSix: BOTH_WAYS,
  overTwelve: BOTH_WAYS,
  /** Of the last changes the mean size, the share that are none, and that go back. */
  moveSize: SIZES,
  unmoved: SHARES,
  turnedBack: SHARES,
  /** How far it lies below the highest and above the lowest of the last twelve, and above list price. */
  belowHighest: SPANS,
  aboveLowest: SPANS,
  overList: [-0.6, -0.45, -0.35, -0.28, -0.2, -0.12, -0.05, -0.005, 0.005, 0.1, 0.25, 0.5, 0.9],
  /** Days from the newest price to the next one, and since it changed last. */
  wait: [20, 40, 70, 100, 160, 250],
  still: [20, 50, 80, 130, 200],
  logPrice: [6, 7, 7.6, 8.2, 8.8, 9.4, 10, 10.6],
} as const satisfies Record<string, readonly number[]>;
type FeatureName = keyof typeof CLASS_STARTS;
const FEATURE_NAMES = Object.keys(CLASS_STARTS) as readonly FeatureName[];

/** A feature with its place among all. */
interface Feature {
  readonly place: number;
  readonly starts: Float64Array;
}
const FEATURE = Object.fromEntries(
  FEATURE_NAMES.map((name, place) => [name, { place, starts: Float64Array.from(CLASS_STARTS[name]) }]),
) as Readonly<Record<FeatureName, Feature>>;
/** How many classes each feature of a situation has. */
export const CLASS_COUNTS = FEATURE_NAMES.map((name) => CLASS_STARTS[name].length + 2);

/** The newest price may stay, move by so much, or go so far back to the middle of six or twelve, or to the last. */
const SHIFTS = [0, -0.01, 0.01, -0.02, 0.02, -0.035, 0.035, -0.06, 0.06, -0.1, 0.1];
const TO_SIX = [0.25, 0.5, 0.75, 1];
const TO_TWELVE = [0.5, 1];
const TO_LAST = [0.5, 1];
const FIRST_TO_SIX = SHIFTS.length;
const FIRST_TO_TWELVE = FIRST_TO_SIX + TO_SIX.length;
const FIRST_TO_LAST = FIRST_TO_TWELVE + TO_TWELVE.length;
/** How many next prices are thought of; the first is that nothing changes. */
export const ANSWERS = FIRST_TO_LAST + TO_LAST.length;
/** The answers that go all the way back to a middle. */
export const BACK_TO_MIDDLE: readonly number[] = [
  FIRST_TO_SIX + TO_SIX.indexOf(1),
  FIRST_TO_TWELVE + TO_TWELVE.indexOf(1),
];
/** Answers that are unlike each other. */
export const TELLING = [
  SHIFTS.indexOf(-0.02),
  SHIFTS.indexOf(0.02),
  SHIFTS.indexOf(-0.06),
  FIRST_TO_SIX + TO_SIX.indexOf(0.75),
  FIRST_TO_TWELVE + TO_TWELVE.indexOf(1),
  FIRST_TO_LAST + TO_LAST.indexOf(1),
] as const;

/** What is known of an item beside its prices when its next price is awaited. */
export interface AwaitedPrice {
  /** NaN where it is not known, as are the next two. */
  readonly daysSinceRelease: number;
  readonly daysSinceRetirement: number;
  readonly listLogPrice: number;
  /** From the newest price to the next one. */
  readonly waitDays: number;
}

/** The situation in which the next price of an item is awaited; reused from one to the next, allocates nothing. */
export class PriceSituation {
  /** In the order of `CLASS_COUNTS`. */
  readonly classes = new Uint8Array(FEATURE_NAMES.length);
  /** What each answer adds to the newest log price. */
  readonly changes = new Float64Array(ANSWERS);
  private readonly sorted = new Float64Array(LOOKED_BACK);

  constructor() {
    this.changes.set(SHIFTS);
  }

  /** Looks at the log prices up to `newest`, one of each day, oldest first, and at nothing after it. */
  look(day: ArrayLike<number>, logPrice: ArrayLike<number>, newest: number, awaited: AwaitedPrice): void {
    let from = newest;
    while (from > 0 && newest - from + 1 < LOOKED_BACK && day[newest]! - day[from - 1]! <= LOOK_BACK_DAYS) from--;
    const price = logPrice[newest]!;
    const middles = this.middles(logPrice, from, newest);
    this.classify(FEATURE.overThree, price - middles.ofThree);
    this.classify(FEATURE.overSix, price - middles.ofSix);
    this.classify(FEATURE.overTwelve, price - middles.ofTwelve);
    this.classify(FEATURE.belowHighest, middles.highest - price);
    this.classify(FEATURE.aboveLowest, price - middles.lowest);
    this.classify(FEATURE.lastMove, moveTo(day, logPrice, from, newest));
    this.classify(FEATURE.moveBefore, newest - 1 > from ? moveTo(day, logPrice, from, newest - 1) : Number.NaN);
    this.classifyMoves(day, logPrice, from, newest);
    this.classify(FEATURE.age, awaited.daysSinceRelease);
    this.classify(FEATURE.stage, awaited.daysSinceRetirement);
    this.classify(FEATURE.known, newest - from + 1);
    this.classify(FEATURE.overList, price - awaited.listLogPrice);
    this.classify(FEATURE.wait, awaited.waitDays);
    this.classify(FEATURE.logPrice, price);
    let at = FIRST_TO_SIX;
    for (const share of TO_SIX) this.changes[at++] = share * (middles.ofSix - price);
    for (const share of TO_TWELVE) this.changes[at++] = share * (middles.ofTwelve - price);
    const last = newest > from ? logPrice[newest - 1]! - price : 0;
    for (const share of TO_LAST) this.changes[at++] = share * last;
  }

  private middles(logPrice: ArrayLike<number>, from: number, newest: number): Middles {
    const { sorted } = this;
    let ofThree = Number.NaN;
    let ofSix = Number.NaN;
    let size = 0;
    for (let at = newest; at >= from; at--) {
      let place = size++;
      for (; place > 0 && sorted[place - 1]! > logPrice[at]!; place--) sorted[place] = sorted[place - 1]!;
      sorted[place] = logPrice[at]!;
      if (size <= 3) ofThree = middleOf(sorted, size);
      if (size <= 6) ofSix = middleOf(sorted, size);
    }
    return { ofThree, ofSix, ofTwelve: middleOf(sorted, size), lowest: sorted[0]!, highest: sorted[size - 1]! };
  }

  private classifyMoves(day: ArrayLike<number>, logPrice: ArrayLike<number>, from: number, newest: number): void {
    let moves = 0;
    let size = 0;
    let unmoved = 0;
    let turns = 0;
    let turned = 0;
    for (let at = newest; at > from && at > newest - 6; at--) {
      const move = logPrice[at]! - logPrice[at - 1]!;
      moves++;
      size += Math.min(Math.abs(move), FARTHEST_MOVE);
      if (Math.abs(move) < UNMOVED) unmoved++;
      if (at - 1 === from) continue;
      turns++;
      if (move * (logPrice[at - 1]! - logPrice[at - 2]!) < 0) turned++;
    }
    this.classify(FEATURE.moveSize, size / moves);
    this.classify(FEATURE.unmoved, unmoved / moves);
    this.classify(FEATURE.turnedBack, turned / turns);
    let since = newest;
    while (since > from && Math.abs(logPrice[since]! - logPrice[since - 1]!) < UNMOVED) since--;
    this.classify(FEATURE.still, day[newest]! - day[since]!);
  }

  private classify({ place, starts }: Feature, value: number): void {
    let ofClass = Number.isNaN(value) ? starts.length + 1 : 0;
    while (ofClass < starts.length && value >= starts[ofClass]!) ofClass++;
    this.classes[place] = ofClass;
  }
}

interface Middles {
  readonly ofThree: number;
  readonly ofSix: number;
  readonly ofTwelve: number;
  readonly lowest: number;
  readonly highest: number;
}

function middleOf(sorted: Float64Array, size: number): number {
  return (sorted[(size - 1) >>> 1]! + sorted[size >>> 1]!) / 2;
}

/** The change to a price from the one before it; NaN without one, or where it is too old. */
function moveTo(day: ArrayLike<number>, logPrice: ArrayLike<number>, from: number, at: number): number {
  return at > from && day[at]! - day[at - 1]! <= LAST_MOVE_DAYS ? logPrice[at]! - logPrice[at - 1]! : Number.NaN;
}
