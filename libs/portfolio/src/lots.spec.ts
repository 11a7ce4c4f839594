import { type BookedHolding, parseIsoDay } from '@brickmarket/domain';
import { salesTotals } from './gains.ts';
import { firstInFirstOut, splitLot } from './lots.ts';
import { saleResult } from './portfolio-totals.ts';
import { aHolding } from './testing/portfolio-builders.ts';
import { LAST_DAY, MemoryBook } from './testing/memory-book.ts';

const aLot = (id: number, facts: Partial<BookedHolding> = {}): BookedHolding => ({
  ...aHolding(),
  id,
  version: 1,
  brickfolioId: 1,
  setId: 7,
  ...facts,
});

describe('first in, first out', () => {
  const day = (text: string) => parseIsoDay(text)!;
  const lots = [
    aLot(1, { purchaseDay: day('2025-06-01'), quantity: 2, purchasePriceCents: 300 }),
    aLot(2, { purchaseDay: day('2024-06-01'), quantity: 2, purchasePriceCents: 200 }),
    aLot(3, { purchaseDay: null, quantity: 1, purchasePriceCents: 100 }),
    aLot(4, { purchaseDay: day('2023-01-01'), quantity: 5, status: 'sold' }),
  ];
  const taken = (quantity: number, until: string) =>
    firstInFirstOut(lots, quantity, day(until)).map(({ lot, quantity: copies }) => [lot.id, copies]);

  it('takes copies of unknown date, then the oldest, and passes over sold ones', () => {
    expect(taken(4, '2026-01-01')).toEqual([
      [3, 1],
      [2, 2],
      [1, 1],
    ]);
  });

  it('does not sell copies before they were bought', () => {
    expect(() => taken(4, '2025-01-01')).toThrow('You had only 3 of these copies on 1 Jan 2025, not 4.');
  });
});

describe('the cost of a sale', () => {
  it('is unknown when the price of any of its copies is, and then so is its gain', () => {
    const book = new MemoryBook();
    const set = { setId: 7, setNumber: '7-1' };
    const facts = { condition: 'sealed', quantity: 1, purchaseDay: null, status: 'owned', notes: null } as const;
    for (const purchasePriceCents of [null, 500])
      book.do({ do: 'add', set, brickfolioId: null, facts: { ...facts, purchasePriceCents } });
    const fees = { platformFeesCents: 0, paymentFeesCents: 0, shippingCents: 0, notes: null };
    const terms = { platform: 'ebay', saleDay: LAST_DAY, grossCents: 3_000, ...fees };
    book.do({ do: 'sell', wanted: { set, condition: 'sealed', quantity: 2, picked: null, terms } });
    const [sale] = book.tables.sale.values();
    expect(sale).toMatchObject({ quantity: 2, costBasisCents: null });
    expect(saleResult(sale!)).toMatchObject({ profitCents: null, roiPct: null });
    expect(salesTotals([sale!])).toMatchObject({ costCents: null, profitCents: null, salesOfUnknownCost: 1 });
  });
});

describe('splitting a lot', () => {
  it.each([0, 3, 4, -1, 1.5])('refuses %d of three copies', (quantity) => {
    expect(() => splitLot(aLot(1, { quantity: 3 }), quantity, -1)).toThrow('Split off from 1 to 2 copies.');
  });

  it.each([1, 2])('keeps the number of copies: %d of three', (quantity) => {
    const [rest, part] = splitLot(aLot(1, { quantity: 3 }), quantity, -1, { status: 'listed' });
    expect(rest!.after).toMatchObject({ id: 1, version: 2, quantity: 3 - quantity, status: 'owned' });
    expect(part!.after).toMatchObject({ id: -1, version: 1, quantity, status: 'listed' });
  });
});
