import type { DoneWithSeveral } from './several.ts';
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

it.each([
  ['of one set only', [1]],
  ['of one set twice, and not of the other', [1, 1]],
  ['of one set twice', [1, 2, 2]],
  ['of a set that was not chosen', [1, 2, 3]],
])('refuses to sell several holdings for proceeds %s', (_, sets) => {
  const book = new MemoryBook();
  for (const setId of [1, 2])
    book.do({
      do: 'add',
      set: { setId, setNumber: `${setId}-1` },
      brickfolioId: null,
      facts: { ...FACTS, purchasePriceCents: 500 },
    });
  const proceeds = sets.map((set) => ({ setNumber: `${set}-1`, condition: 'sealed' as const, grossCents: 100 }));
  const none = { platformFeesCents: 0, paymentFeesCents: 0, shippingCents: 0, notes: null };
  const terms = { platform: 'ebay', saleDay: LAST_DAY, ...none } as const;
  expect(() =>
    book.do({ do: 'several', holdings: [...book.tables.lot.values()], then: { do: 'sell', proceeds, terms } }),
  ).toThrow('Give the proceeds of each set in each condition once.');
  expect(book.tables.sale.size).toBe(0);
});

describe('changing several holdings at once', () => {
  const bookOf = (...quantities: readonly number[]) => {
    const book = new MemoryBook();
    quantities.forEach((quantity, at) =>
      book.do({
        do: 'add',
        set: { setId: at, setNumber: `${at}-1` },
        brickfolioId: null,
        facts: { ...FACTS, quantity, purchasePriceCents: 500 },
      }),
    );
    return book;
  };
  const several = (book: MemoryBook, then: DoneWithSeveral) =>
    book.do({ do: 'several', holdings: [...book.tables.lot.values()], then });

  it.each([
    [[1], 'Deleted 1 holding (1 copy)'],
    [[2, 3], 'Deleted 2 holdings (5 copies)'],
  ])('counts holdings and copies: %j', (quantities, summary) => {
    const book = bookOf(...quantities);
    expect(several(book, { do: 'delete' }).summary).toBe(summary);
    expect(book.tables.lot.size).toBe(0);
  });

  it('wants something to change', () => {
    expect(() => several(bookOf(1), { do: 'edit', facts: {} })).toThrow('Say what to change.');
    expect(() => several(bookOf(1), { do: 'edit', facts: { status: 'sold' } })).toThrow('Mark sold');
  });

  it.each<DoneWithSeveral>([
    { do: 'delete' },
    { do: 'edit', facts: { condition: 'used' } },
    { do: 'edit', facts: { status: 'owned' } },
  ])('leaves copies of a sale as they are: %j', (then) => {
    const book = bookOf(1);
    const [lot] = book.tables.lot.values();
    book.tables.saleLot.set(lot!.id, { id: lot!.id, version: 1, saleId: 1, method: 'fifo' });
    expect(() => several(book, then)).toThrow('Of these holdings 1 is part of a sale');
  });

  it('moves only what lies elsewhere', () => {
    const book = bookOf(1, 1);
    const [here] = book.tables.lot.values();
    expect(() => several(book, { do: 'move', brickfolioId: here!.brickfolioId })).toThrow('already in this brickfolio');
  });
});
