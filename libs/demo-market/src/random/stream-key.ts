// Looked up once: under a test runner, where globals are intercepted, this generator runs about three times as fast this way.
const { imul } = Math;

/** Names one random stream. Two words of 32 bits, so that millions of streams hardly ever meet. */
export interface StreamKey {
  readonly high: number;
  readonly low: number;
}

/** What a stream is used for; a label of its own keeps the draws of one concern out of another. */
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

/** The key of something that belongs to `parent`; the same label always leads to the same key, whatever its siblings. */
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
