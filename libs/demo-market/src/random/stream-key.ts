// Destructured once: jest intercepts globals, and reading Math each time makes this about three times as slow there.
const { imul } = Math;

/** Identifies one random stream. 64 bits, so that a collision among millions of streams is very unlikely. */
export interface StreamKey {
  readonly high: number;
  readonly low: number;
}

/** Labels by use: separate streams keep a change in the draws of one concern from changing another. */
export const Purpose = {
  theme: 1,
  setFacts: 2,
  setTitle: 3,
  setBox: 4,
  setFigures: 5,
  figureFacts: 6,
  casting: 7,
  marketWalk: 10,
  sealedPath: 11,
  usedPath: 12,
  figurePath: 13,
  promotions: 14,
  sealedSales: 20,
  usedSales: 21,
  saleTemper: 22,
  temperament: 23,
  mixture: 24,
  retail: 30,
  account: 40,
} as const;

/** The stream key of a whole market, from its seed. */
export function rootKey(seed: string): StreamKey {
  let key: StreamKey = { high: 0x243f6a88, low: 0x85a308d3 };
  for (let i = 0; i < seed.length; i++) key = childKey(key, seed.charCodeAt(i));
  return childKey(key, seed.length);
}

/** The key of a child of `parent`. Depends on the parent and the label only, not on siblings. */
export function childKey(parent: StreamKey, label: number): StreamKey {
  const high = scramble(parent.high ^ imul(label + 1, 0x9e3779b1));
  return { high, low: scramble((parent.low + imul(high, 0x27d4eb2f) + label) | 0) };
}

/** The avalanche step of MurmurHash3: every input bit flips about half of the output bits. */
function scramble(word: number): number {
  let mixed = word;
  mixed = imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
