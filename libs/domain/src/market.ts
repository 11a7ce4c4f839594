import type { Cents } from './money.ts';

/** Minifigures have one value over both conditions. */
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
  readonly sets: number;
  /** Sets with a value on both days; amounts are for one copy of each. */
  readonly valuedSets: number;
  readonly beforeCents: Cents;
  readonly nowCents: Cents;
}

/** Evidence for a value: `modelled` is a prior without sales, `none` means no value. */
export type DataTier = 'high' | 'medium' | 'low' | 'modelled' | 'none';
/** All tiers, from most evidence to none. */
export const DATA_TIERS: readonly DataTier[] = ['high', 'medium', 'low', 'modelled', 'none'];

/** What a sale or a value is about. */
export type ItemKind = 'set' | 'minifig';

/** Licensed source row that must never leave the calculations. */
export interface MarketSale {
  readonly itemKind: ItemKind;
  readonly itemNumber: string;
  readonly condition: Condition;
  readonly soldAt: Date;
  /** Per unit. */
  readonly priceCents: Cents;
  readonly quantity: number;
  /** Reported as incomplete: such a price does not count for complete copies. */
  readonly isIncomplete?: boolean;
  /** Identifies the row together with `sourceRef`. */
  readonly source: string;
  readonly sourceRef: string;
}

/** Shown wherever a person meets the demo's market. */
export const DEMO_NOTICE = 'Demo: real catalog, synthetic prices. Connect real sources.';
