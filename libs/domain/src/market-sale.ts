import type { Condition } from './condition.ts';
import type { Cents } from './money.ts';

export type ItemKind = 'set' | 'minifig';

/** One licensed observation of a sale on the open market. A source row: never leaves the calculations. */
export interface MarketSale {
  readonly itemKind: ItemKind;
  readonly itemNumber: string;
  readonly condition: Condition;
  readonly soldAt: Date;
  /** Per unit. */
  readonly priceCents: Cents;
  readonly quantity: number;
  /** With `sourceRef` the identity of the row. */
  readonly source: string;
  readonly sourceRef: string;
}
