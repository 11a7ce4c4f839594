import { type Cents, type Condition, roundHalfAwayFromZero, type ThemeMove } from '@brickmarket/domain';

interface WorthOfTheme {
  readonly theme: string;
  readonly condition: Condition;
  readonly quantity: number;
  readonly worth: { readonly todayCents: Cents | null };
}

/** What the market made of the themes that an account holds, and how much of these themes that covers. */
export interface MarketIndex {
  /** Percent, two decimals; null: no set has values on both days. */
  readonly pct: number | null;
  /** Counted per condition. */
  readonly valuedSets: number;
  readonly sets: number;
}

const keyOf = ({ theme, condition }: Pick<ThemeMove, 'theme' | 'condition'>): string => `${condition} ${theme}`;

/** Change of the held themes, weighted by today's value of the copies. Excludes themes without values on both days. */
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
