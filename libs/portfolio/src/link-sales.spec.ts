import type { BookedHolding, BookedSale } from '@brickmarket/domain';
import { linkSoldCopies } from './link-sales.ts';
import { MemoryBook } from './testing/memory-book.ts';
import { aHolding } from './testing/portfolio-builders.ts';

const aLot = (id: number, facts: Partial<BookedHolding> = {}): BookedHolding => ({
  ...aHolding({ status: 'sold' }),
  ...{ id, version: 1, brickfolioId: 1, setId: 7, purchaseDay: null, quantity: 1, purchasePriceCents: 300 },
  ...facts,
});
const aSale = (id: number, facts: Partial<BookedSale> = {}): BookedSale => ({
  ...{ id, version: 1, setId: 7, setNumber: '7-1', platform: 'ebay', saleDay: 100, quantity: 1, grossCents: 900 },
  ...{ platformFeesCents: 0, paymentFeesCents: 0, shippingCents: 0, costBasisCents: 300, notes: null },
  ...facts,
});

function linksOf(lots: readonly BookedHolding[], sales: readonly BookedSale[]): readonly (readonly number[])[] {
  const book = new MemoryBook();
  for (const lot of lots) book.tables.lot.set(lot.id, lot);
  for (const sale of sales) book.tables.sale.set(sale.id, sale);
  book.do({ do: 'link sold copies' });
  expect(linkSoldCopies(book.read())).toEqual([]);
  return [...book.tables.saleLot.values()].map(({ saleId, id }) => [saleId, id]);
}

describe('linking sales with sold copies', () => {
  it('gives the first sale the copies bought first', () => {
    const lots = [aLot(1, { purchaseDay: 50 }), aLot(2, { purchaseDay: 40 }), aLot(3, { purchaseDay: null })];
    const sales = [aSale(11, { saleDay: 90 }), aSale(12, { saleDay: 60 }), aSale(13, { saleDay: 70 })];
    expect(linksOf(lots, sales)).toEqual([
      [12, 3],
      [13, 2],
      [11, 1],
    ]);
  });

  it('takes copies of unknown cost for a sale of unknown cost, and several copies at the cost of all', () => {
    const lots = [aLot(1, { purchasePriceCents: null }), aLot(2, { quantity: 2 })];
    const sales = [aSale(11, { quantity: 2, costBasisCents: 600 }), aSale(12, { costBasisCents: null })];
    expect(linksOf(lots, sales)).toEqual([
      [11, 2],
      [12, 1],
    ]);
  });

  it.each<[string, Partial<BookedHolding>]>([
    ['another set', { setId: 8 }],
    ['another number of copies', { quantity: 3, purchasePriceCents: 100 }],
    ['another cost', { purchasePriceCents: 301 }],
    ['a later purchase', { purchaseDay: 101 }],
    ['copies that are not sold', { status: 'listed' }],
  ])('never links %s', (_, facts) => {
    expect(linksOf([aLot(1, facts)], [aSale(11)])).toEqual([]);
  });
});
