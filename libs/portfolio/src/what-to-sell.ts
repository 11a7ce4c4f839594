import { bestProceeds, type Cents, type Condition, percentOf, type Proceeds } from '@brickmarket/domain';
import { type Copies, exactCents } from './holding-valuation.ts';
import { setConditionKey } from './valued-holdings.ts';

/** Unsold copies of a set in one condition that were bought together. */
export interface UnsoldCopies extends Copies {
  readonly setId: number;
  readonly condition: Condition;
}

/** Unsold copies of a set and condition, sold one by one at the best platform. Amounts are for all copies. */
export interface SellingLine {
  readonly setId: number;
  readonly condition: Condition;
  readonly copies: number;
  /** Per copy. */
  readonly best: Proceeds;
  /** Per copy, all known platforms. */
  readonly options: readonly Proceeds[];
  readonly keepCents: Cents;
  readonly copiesOfUnknownCost: number;
  /** Copies of known cost; null: none. */
  readonly costCents: Cents | null;
  /** Net less cost of copies of known cost; null: none. */
  readonly gainCents: Cents | null;
  /** Percent of cost, two decimals; 0 if the cost is 0. */
  readonly gainPct: number | null;
}

/** Largest first. */
export const SELLING_ORDERS = ['margin', 'gain', 'keep'] as const;
export type SellingOrder = (typeof SELLING_ORDERS)[number];

/** Excludes sets without known proceeds. Unknown figures come last; ties by gain, net and ids. */
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

/** Sorts unknown figures last. */
const UNKNOWN = -Number.MAX_VALUE;

function rank({ gainPct, gainCents, keepCents }: SellingLine, order: SellingOrder): number {
  return { margin: gainPct, gain: gainCents, keep: keepCents }[order] ?? UNKNOWN;
}
