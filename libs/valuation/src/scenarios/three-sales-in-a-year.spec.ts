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
    // Variance 0.01 after the first. 100 days, 80 of them in the turn after retirement (five times as fast), add
    // (5 * 80 + 20) * 0.00003 = 0.0126: the second draws by 0.0226 / 0.0326 = 0.69325 and leaves 0.0069325. 180 days add
    // 0.0054: the third draws by 0.0123325 / 0.0223325 = 0.55222 and leaves 0.0055222; 20 days later it is 0.0061222.
    // 10000 * 1.1 ^ 0.69325 = 10683.0; 10683.0 * (12000 / 10683.0) ^ 0.55222 = 11391.3.
    // Effective sales 2.4793 with a mean square of 0.0049413: (2.4793 * 0.0049413 + 8 * 0.01) / 9.4793 = 0.0097318.
    // Deviation sqrt(0.0097318 + 0.0061222) = 0.12591; 11391.3 * exp(-/+ 1.2816 * 0.12591).
    expect(valueAt(valueWithModel(market, TODAY, UNLEARNED_MODEL), 0)).toEqual({
      valueCents: 11_391,
      lowCents: 9_694,
      highCents: 13_386,
      tier: 'low',
    });
  });

  it('are drawn towards what sets of the theme fetch at that age', () => {
    const doubled = { byTheme: { Castle: { 3: Math.log(2) } }, overall: { 3: 0 } };
    const model = { ...UNLEARNED_MODEL, ratios: { ...UNLEARNED_MODEL.ratios, newToList: doubled } };
    // Share of the sales 0.1225 / (0.1225 + 0.0061222) = 0.95240; 16000 * (11391.3 / 16000) ^ 0.95240 = 11577.
    expect(valueAt(valueWithModel(market, TODAY, model), 0)).toMatchObject({ valueCents: 11_577, tier: 'low' });
  });

  it('count no more once they are older than a year', () => {
    expect(valueAt(valueWithModel(market, TODAY + 346, UNLEARNED_MODEL), 0)).toBeNull();
  });
});
