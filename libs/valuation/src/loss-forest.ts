/** As many as one pass over situations adds up: without a loop over them it takes half of the time. */
type Six = readonly [number, number, number, number, number, number];

/** Situations, told by classes of features, with what each of several answers would have lost in them. */
export interface LossSample {
  readonly size: number;
  /** How many classes each feature has. */
  readonly classCounts: readonly number[];
  /** Of situation s from `s * classCounts.length` on. */
  readonly classes: Uint8Array;
  readonly answers: number;
  /** Six answers whose losses tell situations apart; to look at all of them would take longer and tell no more. */
  readonly telling: Six;
  /** By how much more than the first answer each one lost; of situation s from `s * answers` on. */
  readonly excess: Float32Array;
}

/**
 * Node n asks whether feature `feature[n]` is of a class up to `upTo[n]`: if so node n + 1 goes on, else node
 * `otherwise[n]`. Where the feature is -1 it ends, with the excess losses from `otherwise[n]` on. Plain data.
 */
export interface LossTree {
  readonly feature: readonly number[];
  readonly upTo: readonly number[];
  readonly otherwise: readonly number[];
  /** Expected excess losses in thousandths, of each end all answers but the first, which has none. */
  readonly excess: readonly number[];
}

const TREES = 12;
/** Each tree sees so many situations, drawn anew; at each node so many of them and of the features are looked at. */
const PER_TREE = 12_000;
const LOOKED_AT = 1_000;
const FEATURES_TRIED = 6;
const DEEPEST = 12;
const FEWEST_AT_END = 100;
/** At each end so many situations are assumed in which all answers lose the same. */
const PSEUDO_SITUATIONS = 50;
const THOUSANDTHS = 1_000;
/** Six losses and a count; one more number makes it a power of two. */
const CELL = 8;
const COUNT = 6;

/** Trees that tell what each answer is expected to lose. The same sample gives the same trees. */
export function growLossForest(sample: LossSample): readonly LossTree[] {
  const random = sequence();
  const losses = tellingLosses(sample);
  return Array.from({ length: TREES }, () => new TreeGrower(sample, losses, random).tree());
}

/** Trees in the form in which they are asked fast: the nodes and ends of all, one tree after the other. */
export class LossForest {
  private readonly roots: readonly number[];
  private readonly feature: Int8Array;
  private readonly upTo: Uint8Array;
  /** Of node n at 2n and 2n + 1: which follows when the class is no larger, and when it is; of an end, its losses. */
  private readonly next: Int32Array;
  private readonly excess: Int32Array;
  /** Where the losses begin of the end that was reached in each tree. */
  private readonly reached: Int32Array;

  constructor(
    trees: readonly LossTree[],
    private readonly answers: number,
  ) {
    const nodes = trees.reduce((sum, { feature }) => sum + feature.length, 0);
    this.feature = new Int8Array(nodes);
    this.upTo = new Uint8Array(nodes);
    this.next = new Int32Array(2 * nodes);
    this.excess = new Int32Array(trees.reduce((sum, { excess }) => sum + excess.length, 0));
    this.reached = new Int32Array(trees.length);
    let [root, ends] = [0, 0];
    this.roots = trees.map(({ feature, upTo, otherwise, excess }) => {
      const rootOfTree = root;
      this.feature.set(feature, root);
      this.upTo.set(upTo, root);
      this.excess.set(excess, ends);
      for (let node = 0; node < feature.length; node++) {
        const isEnd = feature[node]! < 0;
        this.next[2 * (root + node)] = isEnd ? otherwise[node]! + ends : root + node + 1;
        this.next[2 * (root + node) + 1] = otherwise[node]! + root;
      }
      root += feature.length;
      ends += excess.length;
      return rootOfTree;
    });
  }

  /** The answer that is expected to lose least in a situation; the first where none is better. */
  leastLosing(classes: Uint8Array): number {
    const { roots, feature, upTo, next, excess, reached, answers } = this;
    for (let tree = 0; tree < roots.length; tree++) {
      let node = roots[tree]!;
      // The sign of the difference as 0 or 1: which way it goes cannot be foreseen, and a wrong guess takes longer.
      while (feature[node]! >= 0) node = next[2 * node + ((upTo[node]! - classes[feature[node]!]!) >>> 31)]!;
      reached[tree] = next[2 * node]!;
    }
    let [best, least] = [0, 0];
    for (let a = 1; a < answers; a++) {
      let expected = 0;
      for (let tree = 0; tree < reached.length; tree++) expected += excess[reached[tree]! + a - 1]!;
      if (expected >= least) continue;
      least = expected;
      best = a;
    }
    return best;
  }
}

/**
 * What the telling answers lost, those of a situation after those of another. Large answers lose and gain more than
 * small ones: measured by their own spread all count the same.
 */
function tellingLosses({ size, answers, telling, excess }: LossSample): Float32Array {
  const losses = new Float32Array(size * telling.length);
  for (const [column, answer] of telling.entries()) {
    let squares = 0;
    for (let s = 0; s < size; s++) squares += excess[s * answers + answer]! ** 2;
    const scale = squares === 0 ? 0 : Math.sqrt(size / squares);
    for (let s = 0; s < size; s++) losses[s * telling.length + column] = scale * excess[s * answers + answer]!;
  }
  return losses;
}

/** What a mean explains of the losses in a cell. */
function explainedBy(cell: Float64Array): number {
  let squares = 0;
  for (let c = 0; c < COUNT; c++) squares += cell[c]! * cell[c]!;
  return squares / cell[COUNT]!;
}

/** Numbers from 0 to 1, the same each time: values must not depend on chance. */
function sequence(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

class TreeGrower {
  private readonly feature: number[] = [];
  private readonly upTo: number[] = [];
  private readonly otherwise: number[] = [];
  private readonly excess: number[] = [];
  private readonly members: Int32Array;
  private readonly order: number[];
  private readonly tried: Int32Array;
  private readonly mostClasses: number;
  /** Of each class of the features tried, from `class * CELL` on: what the telling answers lost, then in how many. */
  private readonly cells: Float64Array;
  private readonly below = new Float64Array(CELL);
  private readonly above = new Float64Array(CELL);
  private readonly lostInAll: Float64Array;

  constructor(
    private readonly sample: LossSample,
    private readonly losses: Float32Array,
    private readonly random: () => number,
  ) {
    const { size, classCounts, answers } = sample;
    this.members = new Int32Array(Math.min(PER_TREE, size));
    for (let i = 0; i < this.members.length; i++) this.members[i] = Math.floor(random() * size);
    this.order = classCounts.map((_, feature) => feature);
    this.tried = new Int32Array(Math.min(FEATURES_TRIED, classCounts.length));
    this.mostClasses = Math.max(...classCounts);
    this.cells = new Float64Array(this.tried.length * this.mostClasses * CELL);
    this.lostInAll = new Float64Array(answers);
  }

  tree(): LossTree {
    this.grow(0, this.members.length, 0);
    const { feature, upTo, otherwise, excess } = this;
    return { feature, upTo, otherwise, excess };
  }

  private grow(from: number, to: number, depth: number): void {
    const node = this.feature.length;
    const split = depth === DEEPEST || to - from < 2 * FEWEST_AT_END ? null : this.bestSplit(from, to);
    const middle = split === null ? from : this.divide(from, to, split);
    if (split === null || middle === from || middle === to) {
      this.end(from, to);
      return;
    }
    this.feature.push(split.feature);
    this.upTo.push(split.upTo);
    this.otherwise.push(0);
    this.grow(from, middle, depth + 1);
    this.otherwise[node] = this.feature.length;
    this.grow(middle, to, depth + 1);
  }

  private end(from: number, to: number): void {
    const { members, excess, lostInAll } = this;
    const { answers, excess: lost } = this.sample;
    this.feature.push(-1);
    this.upTo.push(0);
    this.otherwise.push(excess.length);
    lostInAll.fill(0);
    for (let i = from; i < to; i++) {
      const first = members[i]! * answers;
      for (let a = 1; a < answers; a++) lostInAll[a]! += lost[first + a]!;
    }
    const count = to - from + PSEUDO_SITUATIONS;
    for (let a = 1; a < answers; a++) excess.push(Math.round((THOUSANDTHS * lostInAll[a]!) / count));
  }

  /** The split of some features tried after which the means of the losses explain most. */
  private bestSplit(from: number, to: number): { readonly feature: number; readonly upTo: number } | null {
    const step = Math.max(1, Math.floor((to - from) / LOOKED_AT));
    const fewest = FEWEST_AT_END / step;
    this.drawFeatures();
    this.addUp(from, to, step);
    let best: { feature: number; upTo: number } | null = null;
    let most = 1e-9;
    for (const [place, feature] of this.tried.entries()) {
      const [upTo, gain] = this.bestCut(place, this.sample.classCounts[feature]!, fewest);
      if (gain <= most) continue;
      most = gain;
      best = { feature, upTo };
    }
    return best;
  }

  private drawFeatures(): void {
    const { order, tried, random } = this;
    for (let place = 0; place < tried.length; place++) {
      const drawn = place + Math.floor(random() * (order.length - place));
      tried[place] = order[drawn]!;
      order[drawn] = order[place]!;
      order[place] = tried[place]!;
    }
  }

  /** Counts and telling losses by the classes of the features tried. */
  private addUp(from: number, to: number, step: number): void {
    const { members, cells, losses, tried, mostClasses, sample } = this;
    const { classCounts, classes, telling } = sample;
    const features = classCounts.length;
    cells.fill(0);
    for (let i = from; i < to; i += step) {
      const situation = members[i]!;
      const lost = situation * telling.length;
      const ofFirst = losses[lost]!;
      const ofSecond = losses[lost + 1]!;
      const ofThird = losses[lost + 2]!;
      const ofFourth = losses[lost + 3]!;
      const ofFifth = losses[lost + 4]!;
      const ofSixth = losses[lost + 5]!;
      const ofSituation = situation * features;
      for (let place = 0; place < tried.length; place++) {
        const at = (place * mostClasses + classes[ofSituation + tried[place]!]!) * CELL;
        cells[at]! += ofFirst;
        cells[at + 1]! += ofSecond;
        cells[at + 2]! += ofThird;
        cells[at + 3]! += ofFourth;
        cells[at + 4]! += ofFifth;
        cells[at + 5]! += ofSixth;
        cells[at + COUNT]!++;
      }
    }
  }

  /** The class of a feature after which to cut, and how much more the means of both sides explain than one mean. */
  private bestCut(place: number, classes: number, fewest: number): readonly [upTo: number, gain: number] {
    const { cells, below, above } = this;
    const first = place * this.mostClasses * CELL;
    const end = first + classes * CELL;
    below.fill(0);
    above.fill(0);
    for (let at = first; at < end; at += CELL) for (let c = 0; c < CELL; c++) above[c]! += cells[at + c]!;
    const undivided = explainedBy(above);
    let [upTo, most] = [0, 0];
    for (let at = first; at + CELL < end; at += CELL) {
      if (cells[at + COUNT] === 0) continue;
      for (let c = 0; c < CELL; c++) {
        below[c]! += cells[at + c]!;
        above[c]! -= cells[at + c]!;
      }
      if (below[COUNT]! < fewest || above[COUNT]! < fewest) continue;
      const gain = explainedBy(below) + explainedBy(above) - undivided;
      if (gain <= most) continue;
      most = gain;
      upTo = (at - first) / CELL;
    }
    return [upTo, most];
  }

  /** Puts the members that a split sends one way before the others; returns where those begin. */
  private divide(from: number, to: number, split: { readonly feature: number; readonly upTo: number }): number {
    const { members, sample } = this;
    const { classCounts, classes } = sample;
    let [low, high] = [from, to - 1];
    while (low <= high) {
      const member = members[low]!;
      if (classes[member * classCounts.length + split.feature]! <= split.upTo) {
        low++;
        continue;
      }
      members[low] = members[high]!;
      members[high--] = member;
    }
    return low;
  }
}
