import { bestProceeds, type Cents, type Condition, percentOf, type Proceeds } from '@brickmarket/domain';
import { type Copies, exactCents } from './holding-valuation.ts';
import { setConditionKey } from './valued-holdings.ts';

/** Unsold copies of a set in one condition that were bought together. */
export interface UnsoldCopies extends Copies {
  readonly setId: number;
  readonly condition: Condition;
}

/**
 * All unsold copies of a set in one condition, sold one by one where that leaves most. Amounts are of all copies,
 * unless they say otherwise.
 */
export interface SellingLine {
  readonly setId: number;
  readonly condition: Condition;
  readonly copies: number;
  /** Of one copy, where selling it leaves most. */
  readonly best: Proceeds;
  /** Of one copy, everywhere that is known. */
  readonly options: readonly Proceeds[];
  readonly keepCents: Cents;
  readonly copiesOfUnknownCost: number;
  /** Of the copies of known cost; null when there is none. */
  readonly costCents: Cents | null;
  /** What is kept of the copies of known cost, less that cost; null when there is none. */
  readonly gainCents: Cents | null;
  /** The gain in percent of the cost, two decimals; 0 when the cost is 0, null when it is unknown. */
  readonly gainPct: number | null;
}

/** By what the lines are ordered, the largest first. */
export const SELLING_ORDERS = ['margin', 'gain', 'keep'] as const;
/** One of `SELLING_ORDERS`. */
export type SellingOrder = (typeof SELLING_ORDERS)[number];

/**
 * What to sell: a line for every set and condition of which one knows what selling it leaves. Lines that tell nothing
 * by the order asked for come last; those that tell the same are in the order of gain, of what is kept, and of ids.
 */
export function whatToSell(
  held: Iterable<UnsoldCopies>,
  optionsOf: (copies: UnsoldCopies) => readonly Proceeds[],
  order: SellingOrder = 'margin',
): readonly SellingLine[] {
  const groups = new Map<number, UnsoldCopies[]>();
  for (const copies of held) {
    const key = setConditionKey(copies);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [copies]);
    else group.push(copies);
  }
  return Array.from(groups.values(), (group) => sellingLine(group, optionsOf(group[0]!)))
    .filter((line) => line !== null)
    .toSorted(
      (a, b) =>
        rank(b, order) - rank(a, order) ||
        (b.gainCents ?? 0) - (a.gainCents ?? 0) ||
        b.keepCents - a.keepCents ||
        setConditionKey(a) - setConditionKey(b),
    );
}

function sellingLine(group: readonly UnsoldCopies[], options: readonly Proceeds[]): SellingLine | null {
  const best = bestProceeds(options);
  if (best === null) return null;
  const { setId, condition } = group[0]!;
  let [copies, knownCopies, cost] = [0, 0, 0];
  for (const { quantity, costCents } of group) {
    copies += quantity;
    if (costCents === null) continue;
    knownCopies += quantity;
    cost = exactCents(cost + costCents);
  }
  const gain = exactCents(knownCopies * best.netCents) - cost;
  return {
    setId,
    condition,
    copies,
    best,
    options,
    keepCents: exactCents(copies * best.netCents),
    copiesOfUnknownCost: copies - knownCopies,
    costCents: knownCopies === 0 ? null : cost,
    gainCents: knownCopies === 0 ? null : gain,
    gainPct: knownCopies === 0 ? null : percentOf(gain, cost),
  };
}

/** Below every number there is: what is unknown comes last. */
const UNKNOWN = -Number.MAX_VALUE;

function rank({ gainPct, gainCents, keepCents }: SellingLine, order: SellingOrder): number {
  return { margin: gainPct, gain: gainCents, keep: keepCents }[order] ?? UNKNOWN;
}
