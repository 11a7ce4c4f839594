import { LAST_DAY, MemoryBook } from './testing/memory-book.ts';

const FACTS = { condition: 'sealed', quantity: 1, purchaseDay: null, status: 'owned', notes: null } as const;

describe('selling several holdings at once', () => {
  const sell = (proceeds: readonly (readonly [set: number, grossCents: number])[]) => {
    const book = new MemoryBook();
    for (const [setId] of proceeds)
      book.do({
        do: 'add',
        set: { setId, setNumber: `${setId}-1` },
        brickfolioId: null,
        facts: { ...FACTS, purchasePriceCents: 500 },
      });
    book.do({
      do: 'several',
      holdings: [...book.tables.lot.values()],
      then: {
        do: 'sell',
        proceeds: proceeds.map(([setId, grossCents]) => ({ setNumber: `${setId}-1`, condition: 'sealed', grossCents })),
        terms: {
          platform: 'ebay',
          saleDay: LAST_DAY,
          platformFeesCents: 300,
          paymentFeesCents: 0,
          shippingCents: 100,
          notes: null,
        },
      },
    });
    return [...book.tables.sale.values()].map((sale) => [sale.setNumber, sale.platformFeesCents, sale.shippingCents]);
  };

  it('divides the fees by the proceeds: what brought nothing carries none', () => {
    expect(
      sell([
        [1, 2_000],
        [2, 0],
        [3, 1_000],
      ]),
    ).toEqual([
      ['1-1', 200, 67],
      ['2-1', 0, 0],
      ['3-1', 100, 33],
    ]);
  });

  it('divides them equally when nothing brought anything', () => {
    expect(
      sell([
        [1, 0],
        [2, 0],
      ]),
    ).toEqual([
      ['1-1', 150, 50],
      ['2-1', 150, 50],
    ]);
  });
});
