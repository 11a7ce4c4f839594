import type { Evidence } from './evidence.ts';
import type { PendingLevel } from './jumps.ts';

/** Two clusters of prices further apart than this factor, with so much of the weight each, are disputed. */
export const FAR_APART = Math.log(2);
const CLUSTER_SHARE = 0.25;
const HALF_LIFE_DAYS = 60;

/** Where the price may be around the value, as natural logarithms of cents; `isDisputed` lowers the tier. */
export interface Span {
  readonly low: number;
  readonly high: number;
  readonly isDisputed: boolean;
}

/**
 * The other levels that prices of the window speak of: one that is not believed yet but has sold on two days, and two
 * clusters with a quarter of the prices each. Null where there are none.
 */
export function otherLevels(evidence: Evidence, pending: PendingLevel | null, moved: number): Span | null {
  const clusters = twoClusters(evidence);
  const isPending = pending !== null && (pending.days > 1 || evidence.saleDays <= 3);
  if (clusters === null && !isPending) return null;
  const levels = [...(clusters ?? []), ...(isPending ? [pending.logPrice] : [])];
  return { low: Math.min(...levels) + moved, high: Math.max(...levels) + moved, isDisputed: clusters !== null };
}

/** The middles of two clusters, or null. */
function twoClusters({ size, logPrice, weight, day, source }: Evidence): readonly [number, number] | null {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < size; at++) {
    if (logPrice[at]! < lowest) lowest = logPrice[at]!;
    if (logPrice[at]! > highest) highest = logPrice[at]!;
  }
  if (highest - lowest <= FAR_APART) return null;
  const order = Array.from({ length: size }, (_, at) => at).sort((a, b) => logPrice[a]! - logPrice[b]!);
  const recent = (at: number): number => weight[at]! * 2 ** ((day[at]! - day[size - 1]!) / HALF_LIFE_DAYS);
  // However much one source has, another one is heard too.
  const ofSource = new Map<number, number>();
  for (const at of order) ofSource.set(source[at]!, (ofSource.get(source[at]!) ?? 0) + recent(at));
  const shares = order.map((at) => recent(at) / Math.sqrt(ofSource.get(source[at]!)!));
  const all = shares.reduce((sum, share) => sum + share, 0);
  let below = 0;
  for (let at = 0; at + 1 < size; at++) {
    below += shares[at]!;
    if (logPrice[order[at + 1]!]! - logPrice[order[at]!]! <= FAR_APART) continue;
    if (below < CLUSTER_SHARE * all || all - below < CLUSTER_SHARE * all) continue;
    const middle = (from: number, to: number): number => logPrice[order[(from + to - 1) >>> 1]!]!;
    return [middle(0, at + 1), middle(at + 1, size)];
  }
  return null;
}
