import { type Condition, type Holding, type HoldingStatus, parseIsoDay } from '@brickmarket/domain';

/** What every read of `portfolio.holding` selects; the date as text. */
export interface HoldingRow {
  set_number: string;
  quantity: number;
  condition: Condition;
  purchase_price_cents: number | null;
  purchase_date: string | null;
  status: HoldingStatus;
}

export function holdingOf(row: HoldingRow): Omit<Holding, 'notes'> {
  return {
    setNumber: row.set_number,
    quantity: row.quantity,
    condition: row.condition,
    purchasePriceCents: row.purchase_price_cents,
    purchaseDay: row.purchase_date === null ? null : parseIsoDay(row.purchase_date),
    status: row.status,
  };
}
