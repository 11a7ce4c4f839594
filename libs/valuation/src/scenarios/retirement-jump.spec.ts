import { marketFromRows } from '../market-from-rows.ts';
import { UNLEARNED_MODEL } from '../market-model.ts';
import { valueAt } from '../market-values.ts';
import { valueWithModel } from '../value-market.ts';

const TODAY = 20_000;

const retired = { theme: 'Castle', year: null, releaseDay: TODAY - 1_200, exitDay: TODAY - 60, listPriceCents: 10_000, retailPriceCents: null };
const every5Days = (from: number, count: number, priceCents: number) => Array.from({ length: count }, (_, i) => ({ day: from + 5 * i, priceCents }));
const before = every5Days(TODAY - 160, 20, 10_000);
const valueOf = (sealed: typeof before) => valueAt(valueWithModel(marketFromRows([{ facts: retired, sales: { sealed } }]), TODAY, UNLEARNED_MODEL), 0);

describe('a retirement jump', () => {
  it('is followed to the new price within two months', () => {
    expect(valueOf([...before, ...every5Days(TODAY - 55, 12, 16_000)])).toMatchObject({ valueCents: 16_000, tier: 'medium' });
  });

  it('is no outlier: the newest sales that agree with each other count from the second on', () => {
    const twoSales = valueOf([...before, ...every5Days(TODAY - 5, 2, 16_000)])!;
    const fourSales = valueOf([...before, ...every5Days(TODAY - 15, 4, 16_000)])!;
    expect(twoSales.highCents).toBeGreaterThan(valueOf(before)!.highCents);
    expect(fourSales.valueCents).toBe(12_375);
    expect(fourSales.highCents).toBeGreaterThan(16_000);
  });
});
