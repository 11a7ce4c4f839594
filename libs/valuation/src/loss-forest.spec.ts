import { growLossForest, LossForest, type LossSample } from './loss-forest.ts';

const ANSWERS = 3;

/** Situations of two features with four classes each, and what answers lose beside the first, with much chance. */
function sampleOf(excessOf: (a: number, b: number, answer: number) => number, size = 6_000): LossSample {
  let state = 7;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const classes = new Uint8Array(2 * size);
  const excess = new Float32Array(ANSWERS * size);
  for (let at = 0; at < size; at++) {
    const [a, b] = [Math.floor(4 * random()), Math.floor(4 * random())];
    classes.set([a, b], 2 * at);
    for (let answer = 1; answer < ANSWERS; answer++)
      excess[ANSWERS * at + answer] = excessOf(a, b, answer) + 2 * (random() - 0.5);
  }
  return { size, classCounts: [4, 4], classes, answers: ANSWERS, telling: [1, 2, 1, 2, 1, 2], excess };
}

const ask = (trees: ReturnType<typeof growLossForest>, a: number, b: number): number =>
  new LossForest(trees, ANSWERS).leastLosing(Uint8Array.of(a, b));

describe('a forest that learns what answers lose', () => {
  it('finds the best answer of situations that only two features together tell apart', () => {
    const isSecond = (a: number, b: number): boolean => a >= 2 && b >= 1;
    const trees = growLossForest(
      sampleOf((a, b, answer) => (answer === (isSecond(a, b) ? 2 : 1) ? -0.5 : 0.5) * (a === 0 ? -1 : 1)),
    );
    expect(ask(trees, 3, 3)).toBe(2);
    expect(ask(trees, 2, 1)).toBe(2);
    expect(ask(trees, 3, 0)).toBe(1);
    expect(ask(trees, 1, 2)).toBe(1);
    expect(ask(trees, 0, 2)).toBe(2);
  });

  it('stays with the first answer where others lose more', () => {
    const trees = growLossForest(sampleOf(() => 0.2));
    for (const a of [0, 1, 2, 3]) expect(ask(trees, a, 3 - a)).toBe(0);
  });

  it('is the same for the same sample, and as plain data', () => {
    const sample = sampleOf((a) => a / 4 - 0.4);
    const trees = growLossForest(sample);
    expect(growLossForest(sample)).toEqual(trees);
    expect(JSON.parse(JSON.stringify(trees))).toEqual(trees);
  });
});
