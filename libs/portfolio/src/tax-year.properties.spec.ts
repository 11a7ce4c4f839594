import { parseIsoDay, type SoldCopies } from '@brickmarket/domain';
import * as fc from 'fast-check';
import { type HoldingTerm, taxTotals, taxYearLines, type TaxLine } from './gains.ts';
import { MemoryBook } from './testing/memory-book.ts';

const DAY_MS = 86_400_000;
/** Purchases from here on: sold about a year later they meet the leap day of 2024 from both sides. */
const FIRST_DAY = parseIsoDay('2023-01-15')!;
const set = { setId: 7, setNumber: '7-1' };

const anyPurchase = fc.record({
  quantity: fc.integer({ min: 1, max: 5 }),
  price: fc.option(fc.integer({ min: 0, max: 90_000 }), { freq: 5 }),
  day: fc.option(fc.integer({ min: FIRST_DAY, max: FIRST_DAY + 800 }), { freq: 8 }),
});
type Purchase = typeof anyPurchase extends fc.Arbitrary<infer T> ? T : never;

const anyFee = fc.integer({ min: -500, max: 9_000 });
const anySale = fc.record({
  /** The purchase whose year is nearly over, or just over, on the day of the sale. */
  about: fc.nat(),
  held: fc.oneof(fc.integer({ min: 363, max: 368 }), fc.integer({ min: 0, max: 900 })),
  quantity: fc.integer({ min: 1, max: 7 }),
  gross: fc.integer({ min: 0, max: 200_000 }),
  fees: fc.tuple(anyFee, anyFee, anyFee),
  isPicked: fc.boolean(),
});

/** One box on the shelf. */
interface Copy extends Pick<Purchase, 'price' | 'day'> {
  readonly purchase: number;
  soldIn: number | null;
}
interface Trade {
  readonly day: number;
  readonly gross: number;
  readonly fees: number;
  readonly copies: Copy[];
}

const dateOf = (day: number): Date => new Date(day * DAY_MS);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** By dates of the calendar: a year is over at the end of its last day; the 29th of February is not in every year. */
function termOf(bought: number | null, sold: number): HoldingTerm {
  if (bought === null) return 'unknown';
  const last = dateOf(bought);
  const month = last.getUTCMonth();
  last.setUTCFullYear(last.getUTCFullYear() + 1);
  if (last.getUTCMonth() !== month) last.setUTCDate(0);
  return dateOf(sold).getTime() > last.getTime() ? 'long' : 'short';
}

/** What copies cost; null when a price is unknown. */
function costOf(copies: readonly Copy[]): number | null {
  return copies.some(({ price }) => price === null) ? null : sum(copies.map(({ price }) => price!));
}

/** Whether a part is the share of so many of all copies, give or take less than a cent. */
function isShare(part: number, amount: number, copies: number, all: number): boolean {
  return Math.abs(part * all - amount * copies) < all;
}

/** Buys and sells in a book, and next to it box by box; returns the report's lines of all years and the trades. */
function traded(
  purchases: readonly Purchase[],
  sales: readonly (typeof anySale extends fc.Arbitrary<infer T> ? T : never)[],
) {
  const book = new MemoryBook();
  const shelf: Copy[] = [];
  for (const [purchase, { quantity, price, day }] of purchases.entries()) {
    const facts = { condition: 'sealed', quantity, status: 'owned', notes: null } as const;
    book.do({
      do: 'add',
      set,
      // From several brickfolios, as they are all sold from.
      brickfolioId: 1 + (purchase % 2),
      facts: { ...facts, purchasePriceCents: price, purchaseDay: day },
    });
    for (let copy = 0; copy < quantity; copy++) shelf.push({ purchase, price, day, soldIn: null });
  }
  const lots = [...book.tables.lot.keys()];
  const trades: Trade[] = [];
  for (const { about, held, quantity, gross, fees, isPicked } of sales) {
    const purchase = about % purchases.length;
    const day = (purchases[purchase]!.day ?? FIRST_DAY) + held;
    const unsold = shelf
      .filter((copy) => copy.soldIn === null && (copy.day ?? 0) <= day && (!isPicked || copy.purchase === purchase))
      .toSorted((a, b) => (a.day ?? 0) - (b.day ?? 0) || a.purchase - b.purchase);
    const copies = unsold.slice(0, quantity);
    if (copies.length === 0) continue;
    for (const copy of copies) copy.soldIn = trades.length;
    trades.push({ day, gross, fees: sum(fees), copies });
    const lot = book.tables.lot.get(lots[purchase]!)!;
    const [platformFeesCents, paymentFeesCents, shippingCents] = fees;
    book.do({
      do: 'sell',
      wanted: {
        set,
        condition: 'sealed',
        quantity: copies.length,
        picked: isPicked ? [{ id: lot.id, version: lot.version, quantity: copies.length }] : null,
        terms: {
          platform: 'ebay',
          saleDay: day,
          grossCents: gross,
          ...{ platformFeesCents, paymentFeesCents, shippingCents },
          notes: null,
        },
      },
    });
  }
  const { sale, saleLot, lot } = book.tables;
  const copiesOf = (saleId: number): SoldCopies[] =>
    [...saleLot.values()]
      .filter((link) => link.saleId === saleId)
      .map(({ id, method }) => {
        const { quantity, purchasePriceCents: unitCostCents, purchaseDay: acquiredDay } = lot.get(id)!;
        return { lotId: id, saleId, quantity, unitCostCents, acquiredDay, method };
      });
  const years = [2023, 2024, 2025, 2026, 2027].map((year) => ({
    year,
    lines: taxYearLines(year, [...sale.values()], copiesOf),
  }));
  return { years, saleIds: [...sale.keys()], trades };
}

describe('the report of a tax year', () => {
  it('is what is calculated box by box, to the cent, whatever was bought and sold', () => {
    const terms = new Set<HoldingTerm>();
    fc.assert(
      fc.property(
        fc.array(anyPurchase, { minLength: 1, maxLength: 6 }),
        fc.array(anySale, { minLength: 1, maxLength: 8 }),
        (purchases, sales) => {
          const { years, saleIds, trades } = traded(purchases, sales);
          for (const { year, lines } of years) {
            const ofYear = trades.filter(({ day }) => dateOf(day).getUTCFullYear() === year);
            const totals = taxTotals(lines);
            expect(totals).toMatchObject({
              quantity: sum(ofYear.map(({ copies }) => copies.length)),
              proceedsCents: sum(ofYear.map(({ gross }) => gross)),
              feesCents: sum(ofYear.map(({ fees }) => fees)),
              basisCents: sum(ofYear.flatMap(({ copies }) => copies.map(({ price }) => price ?? 0))),
            });
            const split = (['short', 'long', 'unknown'] as const).map((term) => {
              const copies = ofYear.flatMap((trade) =>
                trade.copies.filter(({ day }) => termOf(day, trade.day) === term),
              );
              const found = taxTotals(lines.filter((line) => line.term === term));
              if (copies.length > 0) terms.add(term);
              expect([term, found.quantity, found.basisCents]).toEqual([
                term,
                copies.length,
                sum(copies.map(({ price }) => price ?? 0)),
              ]);
              return found;
            });
            expect(sum(split.map(({ gainCents }) => gainCents))).toBe(totals.gainCents);
          }
          for (const [index, { day, gross, fees, copies }] of trades.entries()) {
            const lines = years.flatMap((year) => year.lines).filter(({ saleId }) => saleId === saleIds[index]);
            const net = (line: TaxLine): number => line.proceedsCents - line.feesCents;
            expect([sum(lines.map((line) => line.proceedsCents)), sum(lines.map((line) => line.feesCents))]).toEqual([
              gross,
              fees,
            ]);
            const cost = costOf(copies);
            const gains = lines.map(({ gainCents }) => gainCents);
            expect(gains.includes(null)).toBe(cost === null);
            if (cost !== null) expect(sum(gains.map(Number))).toBe(gross - fees - cost);
            const bought = [...new Set(copies.map(({ purchase }) => purchase))];
            expect(lines).toHaveLength(bought.length);
            for (const [position, purchase] of bought.entries()) {
              const some = copies.filter((copy) => copy.purchase === purchase);
              const line = lines[position]!;
              const basis = costOf(some);
              expect(line).toMatchObject({
                quantity: some.length,
                acquiredDay: some[0]!.day,
                soldDay: day,
                term: termOf(some[0]!.day, day),
                basisCents: basis,
                gainCents: basis === null ? null : net(line) - basis,
              });
              expect(isShare(line.proceedsCents, gross, some.length, copies.length)).toBe(true);
              expect(isShare(line.feesCents, fees, some.length, copies.length)).toBe(true);
            }
          }
        },
      ),
      { numRuns: 150 },
    );
    expect(terms).toEqual(new Set(['short', 'long', 'unknown']));
  });
});
