import type { Cents, DataTier } from '@brickmarket/domain';

/** What one copy of an item is worth by the last valuation. */
export interface CurrentValue {
  readonly valueCents: Cents;
  /** The central 80 % predictive range of its next sale. */
  readonly lowCents: Cents;
  readonly highCents: Cents;
  readonly tier: DataTier;
  readonly calculatedAt: Date;
}
