import type { Book, BookedHolding, BookedSale, RowChange } from '@brickmarket/domain';
import { inOrderOfPurchase } from './lots.ts';
import { keyOf, rowsBy } from './stock.ts';

/** Links sales without lots to sold copies of equal set, quantity and cost, oldest first. Others stay as they are. */
export function linkSoldCopies(book: Book): readonly RowChange[] {
  const linkedSales = new Set([...book.saleLot.values()].map(({ saleId }) => saleId));
  const sold = [...book.lot.values()].filter(({ id, status }) => status === 'sold' && !book.saleLot.has(id));
  const lotsByKey = rowsBy(inOrderOfPurchase(sold), keyOfLot);
  const sales = [...book.sale.values()].filter(({ id }) => !linkedSales.has(id));
  return sales
    .toSorted((a, b) => a.saleDay - b.saleDay || a.id - b.id)
    .flatMap((sale): RowChange[] => {
      const lots = lotsByKey.get(keyOfSale(sale)) ?? [];
      const at = lots.findIndex(({ purchaseDay }) => purchaseDay === null || purchaseDay <= sale.saleDay);
      const [lot] = at < 0 ? [] : lots.splice(at, 1);
      if (lot === undefined) return [];
      return [{ table: 'saleLot', before: null, after: { id: lot.id, version: 1, saleId: sale.id, method: 'fifo' } }];
    });
}

function keyOfLot({ setId, quantity, purchasePriceCents }: BookedHolding): string {
  return keyOf(setId, quantity, purchasePriceCents === null ? null : purchasePriceCents * quantity);
}

function keyOfSale({ setId, quantity, costBasisCents }: BookedSale): string {
  return keyOf(setId, quantity, costBasisCents);
}
