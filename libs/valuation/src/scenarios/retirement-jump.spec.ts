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
  it('is followed to within 2 % of the new price within two months', () => {
    const value = valueOf([...before, ...every5Days(TODAY - 55, 12, 16_000)])!;
    expect(value.valueCents).toBeGreaterThan(15_680);
    expect(value).toMatchObject({ tier: 'high' });
  });

  it('is no outlier: the newest sales that agree with each other count from the third on at the latest', () => {
    const fourSales = valueOf([...before, ...every5Days(TODAY - 15, 4, 16_000)])!;
    expect(fourSales.valueCents).toBeGreaterThan(15_500);
    expect(fourSales.highCents).toBeGreaterThan(16_000);
  });
});
