import { RandomStream } from '../random/random-stream.ts';

const CHANCE_PER_WEEK = 0.0018;
const WEEKS_TO_SETTLE = 4;

/** Rare lasting shifts of one item, about one in ten years, each spread over a few weeks; up and down, up a little more often. */
export class RegimeJumps {
  private pending = 0;
  private weeksLeft = 0;

  constructor(private readonly stream: RandomStream) {}

  /** The part of a jump that falls into the next week; mostly 0. */
  nextWeek(): number {
    if (this.stream.chance(CHANCE_PER_WEEK)) {
      this.pending = (this.stream.chance(0.58) ? 1 : -1) * this.stream.between(0.12, 0.5);
      this.weeksLeft = WEEKS_TO_SETTLE;
    }
    if (this.weeksLeft === 0) return 0;
    this.weeksLeft--;
    return this.pending / WEEKS_TO_SETTLE;
  }
}
