import { marketFromRows } from '../market-from-rows.ts';
import { UNLEARNED_MODEL } from '../market-model.ts';
import { valueAt } from '../market-values.ts';
import { valueWithModel } from '../value-market.ts';

const TODAY = 20_000;

const retired = { theme: 'Castle', year: null, releaseDay: TODAY - 1_200, exitDay: TODAY - 400, listPriceCents: 8_000, retailPriceCents: null };
const sealed = [{ day: TODAY - 300, priceCents: 10_000 }, { day: TODAY - 200, priceCents: 11_000 }, { day: TODAY - 20, priceCents: 12_000 }];
const market = marketFromRows([{ facts: retired, sales: { sealed } }]);

describe('three sales in a year', () => {
  it('are all looked at, the latest most', () => {
    // Half-life 90 / sqrt(3 * 30.4375 / 180) = 126.36 days; weights 0.1929, 0.3338, 0.8961. The middle 40 % holds
    // 0.0999 of the second and 0.4692 of the third: 12000 * (11/12) ^ 0.1755 = 11818.
    expect(valueAt(valueWithModel(market, TODAY, UNLEARNED_MODEL), 0)).toEqual({ valueCents: 11_818, lowCents: 10_020, highCents: 13_939, tier: 'low' });
  });

  it('are drawn towards what sets of the theme fetch at that age', () => {
    const doubled = { byTheme: { Castle: { 3: Math.log(2) } }, overall: { 3: 0 } };
    const model = { ...UNLEARNED_MODEL, ratios: { ...UNLEARNED_MODEL.ratios, newToList: doubled } };
    // 2.127 effective sales of variance 0.00996, 100 days old on average: 1.2 * 0.00996 / 2.127 + 0.00001 * 100 = 0.00662.
    // Share of the sales 0.1225 / (0.1225 + 0.00662) = 0.94872; 16000 * (11818.14 / 16000) ^ 0.94872 = 12003.
    expect(valueAt(valueWithModel(market, TODAY, model), 0)).toMatchObject({ valueCents: 12_003, tier: 'low' });
  });

  it('count no more once they are older than a year', () => {
    expect(valueAt(valueWithModel(market, TODAY + 346, UNLEARNED_MODEL), 0)).toBeNull();
  });
});
