import { CONDITIONS, type Proceeds } from '@brickmarket/domain';
import * as fc from 'fast-check';
import { type UnsoldCopies, whatToSell } from './what-to-sell.ts';

const leaving = (netCents: number, platform: Proceeds['platform'] = 'ebay'): Proceeds => ({
  platform,
  priceCents: netCents + 100,
  platformFeesCents: 100,
  paymentFeesCents: 0,
  shippingCents: 0,
  netCents,
});
const someCopies = (setId: number, facts: Partial<UnsoldCopies> = {}): UnsoldCopies => ({
  setId,
  condition: 'sealed',
  quantity: 1,
  costCents: 10_000,
  ...facts,
});

const anyCopies = fc.array(
  fc
    .record({
      setId: fc.integer({ min: 1, max: 5 }),
      condition: fc.constantFrom(...CONDITIONS),
      quantity: fc.integer({ min: 1, max: 50 }),
      unitCents: fc.option(fc.integer({ min: 0, max: 2_000_000 }), { freq: 4 }),
    })
    .map(({ unitCents, ...copies }) => ({
      ...copies,
      costCents: unitCents === null ? null : unitCents * copies.quantity,
    })),
  { maxLength: 30 },
);
const anyNets = fc.dictionary(
  fc.constantFrom('1sealed', '1used', '2sealed', '3used', '4sealed', '5sealed'),
  fc.array(fc.integer({ min: -5000, max: 3_000_000 }), { maxLength: 3 }),
);

describe('what to sell', () => {
  it('adds up to the cent over any copies, however they were bought', () => {
    fc.assert(
      fc.property(anyCopies, anyNets, (held, nets) => {
        const optionsOf = ({ setId, condition }: UnsoldCopies) =>
          (nets[`${setId}${condition}`] ?? []).map((net) => leaving(net));
        const bestOf = (copies: UnsoldCopies) => Math.max(...optionsOf(copies).map(({ netCents }) => netCents));
        const sellable = held.filter((copies) => optionsOf(copies).length > 0);
        const known = sellable.filter(({ costCents }) => costCents !== null);
        const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
        for (const order of ['margin', 'gain', 'keep'] as const) {
          const lines = whatToSell(held, optionsOf, order);
          expect(sum(lines.map(({ copies }) => copies))).toBe(sum(sellable.map(({ quantity }) => quantity)));
          expect(sum(lines.map(({ keepCents }) => keepCents))).toBe(
            sum(sellable.map((copies) => copies.quantity * bestOf(copies))),
          );
          expect(sum(lines.map(({ gainCents }) => gainCents ?? 0))).toBe(
            sum(known.map((copies) => copies.quantity * bestOf(copies) - copies.costCents!)),
          );
          expect(sum(lines.map(({ copiesOfUnknownCost }) => copiesOfUnknownCost))).toBe(
            sum(sellable.map(({ quantity, costCents }) => (costCents === null ? quantity : 0))),
          );
          expect(new Set(lines.map(({ setId, condition }) => `${setId}${condition}`)).size).toBe(lines.length);
          const figure = lines.map(
            (line) => ({ margin: line.gainPct, gain: line.gainCents, keep: line.keepCents })[order],
          );
          const told = figure.filter((one) => one !== null);
          expect(told).toEqual(told.toSorted((a, b) => b - a));
          expect(figure.slice(told.length).every((one) => one === null)).toBe(true);
        }
      }),
    );
  });

  it('puts the largest margin first and copies of unknown cost last, and takes the platform that leaves most', () => {
    const held = [
      someCopies(1, { costCents: null }),
      someCopies(2, { quantity: 2, costCents: 20_000 }),
      someCopies(3),
      someCopies(3, { costCents: null }),
    ];
    const nets = new Map([
      [1, [leaving(50_000)]],
      [2, [leaving(11_000), leaving(12_500, 'bricklink')]],
      [3, [leaving(15_000)]],
    ]);
    const lines = whatToSell(held, ({ setId }) => nets.get(setId) ?? []);
    expect(
      lines.map(({ setId, best, keepCents, costCents, gainCents, gainPct, copiesOfUnknownCost }) => [
        setId,
        best.platform,
        keepCents,
        costCents,
        gainCents,
        gainPct,
        copiesOfUnknownCost,
      ]),
    ).toEqual([
      [3, 'ebay', 30_000, 10_000, 5000, 50, 1],
      [2, 'bricklink', 25_000, 20_000, 5000, 25, 0],
      [1, 'ebay', 50_000, null, null, null, 1],
    ]);
  });

  it('leaves out copies of which nobody knows what they would fetch', () => {
    expect(whatToSell([someCopies(1)], () => [])).toEqual([]);
  });
});
