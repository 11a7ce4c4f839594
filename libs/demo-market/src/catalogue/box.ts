import type { Box } from '@brickmarket/domain';
import { normal } from '../random/distributions.ts';
import { RandomStream } from '../random/random-stream.ts';
import type { StreamKey } from '../random/stream-key.ts';

const MM3_PER_PIECE = 9_500;
const GRAMS_PER_PIECE = 1.35;

/** A flat box whose volume follows the pieces inside, in whole millimetres and grams. */
export function inventBox(key: StreamKey, pieces: number): Box {
  const stream = new RandomStream(key);
  const volume = (400_000 + pieces * MM3_PER_PIECE) * Math.exp(0.15 * normal(stream));
  const depthMm = Math.min(180, Math.max(30, Math.round(volume ** (1 / 3) * 0.45)));
  const width = Math.sqrt((volume / depthMm) * stream.between(1, 1.9));
  const heightMm = Math.round(volume / depthMm / width);
  return {
    widthMm: Math.round(width),
    heightMm,
    depthMm,
    weightG: Math.round(90 + pieces * GRAMS_PER_PIECE * stream.between(0.8, 1.2)),
  };
}
