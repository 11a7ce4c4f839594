import type { HeldRecord } from '@brickmarket/persistence-ports';
import type { PrivateStatement } from '../database/account-reads.ts';
import { INTEGER_COLUMNS, NULL_INTEGER } from '../database/integer-columns.ts';

type HeldColumns = Record<'brickfolio_ids' | 'set_ids' | 'used' | 'listed' | 'quantities' | 'prices' | 'days', Int32Array | null>;

const HELD_COLUMNS = `
SELECT array_agg(brickfolio_id) AS brickfolio_ids, array_agg(set_id) AS set_ids, array_agg((condition = 'used')::integer) AS used,
       array_agg((status = 'listed')::integer) AS listed, array_agg(quantity) AS quantities,
       array_agg(purchase_price_cents) AS prices, array_agg(purchase_date - date '1970-01-01') AS days
FROM portfolio.holding WHERE account_id = $1 AND status <> 'sold'`;

/** The holdings of an account that are not sold. */
export async function readHeld(statement: PrivateStatement, accountId: number): Promise<readonly HeldRecord[]> {
  const [columns] = await statement<HeldColumns>('held_columns', HELD_COLUMNS, [accountId], INTEGER_COLUMNS);
  const { brickfolio_ids, set_ids, used, listed, quantities, prices, days } = columns!;
  // An aggregate over no rows is null.
  return Array.from(brickfolio_ids ?? [], (brickfolioId, index) => ({
    brickfolioId,
    setId: set_ids![index]!,
    condition: used![index] === 1 ? 'used' : 'sealed',
    quantity: quantities![index]!,
    purchasePriceCents: knownOrNull(prices![index]!),
    purchaseDay: knownOrNull(days![index]!),
    status: listed![index] === 1 ? 'listed' : 'owned',
  }));
}

function knownOrNull(integer: number): number | null {
  return integer === NULL_INTEGER ? null : integer;
}
