import type { Cents } from './money.ts';

/** Sets have one market per condition. Minifigures have a single value over both conditions. */
export type Condition = 'sealed' | 'used';
/** All conditions. */
export const CONDITIONS: readonly Condition[] = ['sealed', 'used'];

/** A set in one condition. */
export interface SetInCondition {
  readonly setId: number;
  readonly condition: Condition;
}

/** How the values of a theme's sets in one condition have moved from one day to another. */
export interface ThemeMove {
  readonly theme: string;
  readonly condition: Condition;
  /** All of the catalogue. */
  readonly sets: number;
  /** Those whose value is known on both days: the amounts are of one copy of each. */
  readonly valuedSets: number;
  readonly beforeCents: Cents;
  readonly nowCents: Cents;
}

/** How much evidence supports a computed value: `modelled` is a prior without sales, `none` means no value. */
export type DataTier = 'high' | 'medium' | 'low' | 'modelled' | 'none';
/** All tiers, from most evidence to none. */
export const DATA_TIERS: readonly DataTier[] = ['high', 'medium', 'low', 'modelled', 'none'];

/** What a sale or a value is about. */
export type ItemKind = 'set' | 'minifig';

/** One observed sale on the open market. A licensed source row, which must never leave the calculations. */
export interface MarketSale {
  readonly itemKind: ItemKind;
  readonly itemNumber: string;
  readonly condition: Condition;
  readonly soldAt: Date;
  /** Per unit. */
  readonly priceCents: Cents;
  readonly quantity: number;
  /** Whether the source says that parts were missing: such a copy does not tell what a complete one is worth. */
  readonly isIncomplete?: boolean;
  /** `source` and `sourceRef` together identify the row. */
  readonly source: string;
  readonly sourceRef: string;
}
