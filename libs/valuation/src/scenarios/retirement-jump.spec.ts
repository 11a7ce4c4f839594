import { marketFromRows } from '../market.ts';
import { UNLEARNED_MODEL } from '../market-model.ts';
import { valueAt } from '../market-values.ts';
import { valueWithModel } from '../value-market.ts';

const TODAY = 20_000;

const retired = {
  theme: 'Castle',
  year: null,
  releaseDay: TODAY - 1_200,
  exitDay: TODAY - 60,
  listPriceCents: 10_000,
  retailPriceCents: null,
};
const every5Days = (from: number, count: number, priceCents: number) =>
  Array.from({ length: count }, (_, i) => ({ day: from + 5 * i, priceCents }));
const before = every5Days(TODAY - 160, 20, 10_000);
const valueOf = (sealed: typeof before) =>
  valueAt(valueWithModel(marketFromRows([{ facts: retired, sales: { sealed } }]), TODAY, UNLEARNED_MODEL), 0);

describe('a retirement jump', () => {
  // A sale each 5 days, at the pace of the turn: 5 * 5 * 0.00003 = 0.00075 between two of them. Before the jump the variance
  // has settled at 0.0023892 after a sale: (0.0023892 + 0.00075) * 0.01 / (0.0023892 + 0.00075 + 0.01).
  it('is followed to within 3 % of the new price within two months', () => {
    // The jump is ln 1.6 = 0.47000. The first four sales draw by 0.28002, 0.26200, 0.25206 and 0.24645 of two deviations
    // (0.23570, 0.23281, 0.23126, 0.23040), which leaves 0.22793; the other eight by 0.24325, 0.24143, ... 0.23903 of
    // what is left, which leaves 0.02533: 16000 * exp(-0.02533) = 15600.
    expect(valueOf([...before, ...every5Days(TODAY - 55, 12, 16_000)])).toMatchObject({
      valueCents: 15_600,
      tier: 'high',
    });
  });

  it('is no outlier: the newest sales that agree with each other count from the second on', () => {
    const twoSales = valueOf([...before, ...every5Days(TODAY - 5, 2, 16_000)])!;
    const fourSales = valueOf([...before, ...every5Days(TODAY - 15, 4, 16_000)])!;
    expect(twoSales.highCents).toBeGreaterThan(valueOf(before)!.highCents);
    // After 50 days without a sale the first two draw by 0.49720 and 0.36395 of two deviations (0.28206, 0.25076), the
    // others by 0.30505 and 0.27539 of what is left: 0.47000 comes down to 0.12010; 16000 * exp(-0.12010) = 14189.
    expect(fourSales.valueCents).toBe(14_189);
    expect(fourSales.highCents).toBeGreaterThan(16_000);
  });
});
