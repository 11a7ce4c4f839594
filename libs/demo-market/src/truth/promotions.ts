import type { EpochDay } from '@brickmarket/domain';
import type { SetBlueprint } from '../catalogue/set-blueprint.ts';
import { RandomStream } from '../random/random-stream.ts';
import { childKey, Purpose } from '../random/stream-key.ts';

/** A stretch of days with a price cut in the shops, as a share of the list price. */
export interface Promotion {
  readonly firstDay: EpochDay;
  readonly lastDay: EpochDay;
  readonly depth: number;
}

/** The price cuts of a set from release to exit; deeper towards the end of its life. */
export function promotionsOf(set: SetBlueprint): readonly Promotion[] {
  const stream = new RandomStream(childKey(set.key, Purpose.promotions));
  const promotions: Promotion[] = [];
  let day = set.releaseDay + stream.whole(40, 160);
  while (day < set.exitDay) {
    const age = (day - set.releaseDay) / (set.exitDay - set.releaseDay);
    const lastDay = Math.min(set.exitDay - 1, day + stream.whole(4, 32));
    promotions.push({ firstDay: day, lastDay, depth: stream.between(0.08, 0.18 + 0.2 * age) });
    day = lastDay + stream.whole(15, 150);
  }
  return promotions;
}

/** The cut in force on a day; 0 without one. */
export function promotionDepth(promotions: readonly Promotion[], day: EpochDay): number {
  for (const promotion of promotions) {
    if (day <= promotion.lastDay) return day >= promotion.firstDay ? promotion.depth : 0;
  }
  return 0;
}
