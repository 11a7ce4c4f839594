import type { Condition } from '@brickmarket/domain';
import type { RandomStream } from '../random/random-stream.ts';

/** What is wrong with a sale row; most are `sound`. */
export type SaleFlaw = 'sound' | 'mislabelled' | 'incomplete' | 'lot' | 'typo';

/** Shares of flawed rows in an item of ordinary care. Used copies are incomplete more often than sealed ones are damaged. */
const SHARES: Readonly<Record<Condition, readonly (readonly [SaleFlaw, number])[]>> = {
  sealed: [
    ['mislabelled', 0.011],
    ['incomplete', 0.005],
    ['lot', 0.004],
    ['typo', 0.0025],
  ],
  used: [
    ['mislabelled', 0.007],
    ['incomplete', 0.022],
    ['lot', 0.005],
    ['typo', 0.0025],
  ],
};

/** Draws what is wrong with a row. */
export function drawFlaw(stream: RandomStream, condition: Condition, sloppiness: number): SaleFlaw {
  let rest = stream.uniform() / sloppiness;
  for (const [flaw, share] of SHARES[condition]) {
    rest -= share;
    if (rest < 0) return flaw;
  }
  return 'sound';
}

/** The factor a flaw puts on the price. A mislabelled row is priced as what it really is and needs none. */
export function flawFactor(stream: RandomStream, flaw: SaleFlaw): number {
  switch (flaw) {
    case 'incomplete':
      return stream.between(0.12, 0.6);
    case 'lot':
      return stream.whole(2, 5) * stream.between(0.85, 1);
    case 'typo':
      return stream.chance(0.5) ? 10 : 0.1;
    default:
      return 1;
  }
}
