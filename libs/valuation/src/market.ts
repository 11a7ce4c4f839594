import { ASSUMED_SHELF_YEARS, type Cents, type EpochDay, epochDayFromParts, type ShelfLife } from '@brickmarket/domain';
import type { SaleColumns } from './sale-columns.ts';

/** A market of its own: sealed and used copies of a set, or a minifig, which has one market. */
export type SeriesKind = 'sealed' | 'used' | 'minifig';
export const SERIES_KINDS: readonly SeriesKind[] = ['sealed', 'used', 'minifig'];

/** What the prior may know of an item beside its sales. Null means unknown. */
export interface ItemFacts extends ShelfLife {
  readonly theme: string | null;
  readonly listPriceCents: Cents | null;
  /** What a retailer asks for it now; null when none sells it. */
  readonly retailPriceCents: Cents | null;
}

/** The sales of one item in one market, as a slice of the columns. */
export interface ItemSeries {
  readonly kind: SeriesKind;
  readonly facts: ItemFacts;
  readonly start: number;
  readonly end: number;
  /** For a used series the position of the same set's sealed one; null when there is none. */
  readonly sealedSeries: number | null;
}

/** All series that are valued together, over one set of columns. */
export interface Market {
  readonly sales: SaleColumns;
  readonly series: readonly ItemSeries[];
}

/** The day a set left, or will leave, the shelves: announced, else assumed from its year. Null when nothing is known. */
export function retirementDayOf(shelfLife: ShelfLife): EpochDay | null {
  if (shelfLife.exitDay !== null) return shelfLife.exitDay;
  return shelfLife.year === null ? null : epochDayFromParts(shelfLife.year + ASSUMED_SHELF_YEARS, 1, 1);
}
