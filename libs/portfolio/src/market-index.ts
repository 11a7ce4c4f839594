import { type Cents, type Condition, roundHalfAwayFromZero, type ThemeMove } from '@brickmarket/domain';

/** Copies with what one of them is worth; null when that is unknown. */
interface WorthOfTheme {
  readonly theme: string;
  readonly condition: Condition;
  readonly quantity: number;
  readonly worth: { readonly todayCents: Cents | null };
}

/** What the market made of the themes that somebody holds, and how much of these themes that covers. */
export interface MarketIndex {
  /** In percent, two decimals; null when no set of these themes has a value on both days. */
  readonly pct: number | null;
  /** Sets of these themes, each condition held by itself, that the index is made of. */
  readonly valuedSets: number;
  /** All sets of these themes, each condition held by itself. */
  readonly sets: number;
}

const keyOf = ({ theme, condition }: Pick<ThemeMove, 'theme' | 'condition'>): string => `${condition} ${theme}`;

/**
 * The index of the themes held: how much all their sets rose or fell, each theme and condition weighed by what the
 * copies held of it are worth today. Those of which nothing is known on both days have no weight.
 */
export function marketIndex(held: Iterable<WorthOfTheme>, moves: Iterable<ThemeMove>): MarketIndex {
  const worths = new Map<string, Cents>();
  for (const copies of held) {
    const key = keyOf(copies);
    worths.set(key, (worths.get(key) ?? 0) + copies.quantity * (copies.worth.todayCents ?? 0));
  }
  let [sets, valuedSets, weight, grown] = [0, 0, 0, 0];
  for (const move of moves) {
    const worth = worths.get(keyOf(move));
    if (worth === undefined) continue;
    sets += move.sets;
    valuedSets += move.valuedSets;
    if (move.beforeCents === 0) continue;
    weight += worth;
    grown += worth * (move.nowCents / move.beforeCents - 1);
  }
  return { pct: weight === 0 ? null : roundHalfAwayFromZero((grown / weight) * 10_000) / 100, valuedSets, sets };
}
