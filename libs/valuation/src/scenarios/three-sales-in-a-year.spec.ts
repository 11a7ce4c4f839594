import { marketFromRows } from '../market.ts';
import { UNLEARNED_MODEL } from '../market-model.ts';
import { valueAt } from '../market-values.ts';
import { valueWithModel } from '../value-market.ts';

const TODAY = 20_000;

const retired = {
  theme: 'Castle',
  year: null,
  releaseDay: TODAY - 1_200,
  exitDay: TODAY - 400,
  listPriceCents: 8_000,
  retailPriceCents: null,
};
const sealed = [
  { day: TODAY - 300, priceCents: 10_000 },
  { day: TODAY - 200, priceCents: 11_000 },
  { day: TODAY - 20, priceCents: 12_000 },
];
const market = marketFromRows([{ facts: retired, sales: { sealed } }]);

describe('three sales in a year', () => {
  it('are all looked at, the latest most', () => {
    const value = valueAt(valueWithModel(market, TODAY, UNLEARNED_MODEL), 0)!;
    // The middle of the three logarithms is 10,970.
    expect(value.valueCents).toBeGreaterThan(11_000);
    expect(value.valueCents).toBeLessThan(12_000);
    expect(value.lowCents).toBeLessThan(10_000);
    expect(value.highCents).toBeGreaterThan(12_500);
    expect(value.tier).toBe('low');
  });

  it('are drawn towards what sets of the theme fetch at that age', () => {
    const doubled = { byTheme: { Castle: { 3: Math.log(2) } }, overall: { 3: 0 } };
    const model = { ...UNLEARNED_MODEL, ratios: { ...UNLEARNED_MODEL.ratios, newToList: doubled } };
    const without = valueAt(valueWithModel(market, TODAY, UNLEARNED_MODEL), 0)!.valueCents;
    const value = valueAt(valueWithModel(market, TODAY, model), 0)!.valueCents;
    expect(value).toBeGreaterThan(without);
    expect(value).toBeLessThan(1.05 * without);
  });

  it('are no evidence of today once they are older than a year: the range is wider', () => {
    const [before, after] = [TODAY, TODAY + 346].map((day) =>
      valueAt(valueWithModel(market, day, UNLEARNED_MODEL), 0)!,
    );
    expect(after).toMatchObject({ tier: 'modelled' });
    expect(after!.highCents / after!.lowCents).toBeGreaterThan(before!.highCents / before!.lowCents);
  });
});
