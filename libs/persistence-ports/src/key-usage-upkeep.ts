import type { EpochDay } from '@brickmarket/domain';

/** Keeps the quota's counters from growing for ever. */
export abstract class KeyUsageUpkeep {
  /** Forgets what was used before a day. Returns how many counters that were. */
  abstract removeBefore(day: EpochDay): Promise<number>;
}
