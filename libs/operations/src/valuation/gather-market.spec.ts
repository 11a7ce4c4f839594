import { compareSales, type SaleRow } from '@brickmarket/valuation';
import * as fc from 'fast-check';
import { sortSales } from './gather-market.ts';

const sale = fc.record({
  day: fc.integer({ min: 0, max: 30 }),
  priceCents: fc.integer({ min: 1, max: 20 }),
  quantity: fc.integer({ min: 1, max: 3 }),
  source: fc.integer({ min: 0, max: 2 }),
});

it('orders a slice as compareSales does, and leaves its neighbours alone', () => {
  fc.assert(
    fc.property(fc.array(sale, { maxLength: 300 }), fc.nat(300), fc.nat(300), (rows, a, b) => {
      const [start, end] = [Math.min(a, b, rows.length), Math.min(Math.max(a, b), rows.length)];
      const columns = {
        day: Int32Array.from(rows, (row) => row.day),
        priceCents: Int32Array.from(rows, (row) => row.priceCents),
        quantity: Int32Array.from(rows, (row) => row.quantity),
        source: Int32Array.from(rows, (row) => row.source),
      };
      sortSales(columns, start, end);
      const sorted = rows.map((_, i): SaleRow => ({
        day: columns.day[i]!,
        priceCents: columns.priceCents[i]!,
        quantity: columns.quantity[i]!,
        source: columns.source[i]!,
      }));
      expect(sorted).toEqual([
        ...rows.slice(0, start),
        ...rows.slice(start, end).toSorted(compareSales),
        ...rows.slice(end),
      ]);
    }),
  );
});
