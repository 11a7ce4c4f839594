import { parseIsoDay, parseIsoMonth } from '@brickmarket/domain';
import { monthPoints } from '../month-points.ts';
import { saleColumnsFrom } from '../sale-columns.ts';
import { Scratch } from '../scratch.ts';

const day = (iso: string) => parseIsoDay(iso)!;
const month = (iso: string) => parseIsoMonth(iso)!;
const sales = saleColumnsFrom([
  { day: day('2026-02-01'), priceCents: 1_000 },
  { day: day('2026-02-28'), priceCents: 1_101 },
  { day: day('2026-04-30'), priceCents: 2_000 },
  { day: day('2026-05-01'), priceCents: 9_999 },
]);
const dates = { releaseDay: day('2026-01-15'), exitDay: day('2026-04-10') };
const none = { valueCents: null, lowCents: null, highCents: null, salesCount: 0, event: null };

describe('a month without sales', () => {
  it('is in the history with null prices and a count of 0, between the release and the last finalized month', () => {
    expect(monthPoints(sales, 0, 4, dates, month('2026-04'), new Scratch())).toEqual([
      { ...none, month: month('2026-01'), event: 'released' },
      // The median of two is their mean, 1050.5; the 10th and 90th percentile lie a tenth of the way in.
      { month: month('2026-02'), valueCents: 1_051, lowCents: 1_010, highCents: 1_091, salesCount: 2, event: null },
      { ...none, month: month('2026-03') },
      {
        month: month('2026-04'),
        valueCents: 2_000,
        lowCents: 2_000,
        highCents: 2_000,
        salesCount: 1,
        event: 'retired',
      },
    ]);
  });

  it('begins with the first sale when the release is unknown, and is empty when there is neither', () => {
    const unknown = { releaseDay: null, exitDay: null };
    expect(monthPoints(sales, 0, 4, unknown, month('2026-02'), new Scratch()).map((point) => point.month)).toEqual([
      month('2026-02'),
    ]);
    expect(monthPoints(sales, 4, 4, unknown, month('2026-04'), new Scratch())).toEqual([]);
  });

  it("leaves an absurd price out of a month's range but counts the sale", () => {
    const prices = [1_000, 1_010, 1_020, 1_030, 100_000];
    const busy = saleColumnsFrom(prices.map((priceCents, i) => ({ day: day('2026-02-03') + i, priceCents })));
    const points = monthPoints(busy, 0, 5, { releaseDay: null, exitDay: null }, month('2026-02'), new Scratch());
    expect(points).toEqual([
      { month: month('2026-02'), valueCents: 1_015, lowCents: 1_003, highCents: 1_027, salesCount: 5, event: null },
    ]);
  });
});
