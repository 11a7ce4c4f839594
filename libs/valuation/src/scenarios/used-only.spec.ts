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
  listPriceCents: 10_000,
  retailPriceCents: null,
};
const ratios = {
  newToList: { byTheme: {}, overall: { 3: Math.log(1.5) } },
  usedToNew: { byTheme: { Castle: { 3: Math.log(0.6) } }, overall: { 3: Math.log(0.5) } },
};
const model = { ...UNLEARNED_MODEL, ratios };

describe('a set sold used only', () => {
  it('has a modelled new value and a used value from its sales', () => {
    const used = Array.from({ length: 30 }, (_, i) => ({ day: TODAY - 3 * i, priceCents: 9_000 }));
    const values = valueWithModel(marketFromRows([{ facts: retired, sales: { sealed: [], used } }]), TODAY, model);
    expect(valueAt(values, 0)).toMatchObject({ valueCents: 15_000, tier: 'modelled' });
    expect(valueAt(values, 1)).toMatchObject({ valueCents: 9_000, tier: 'high' });
  });

  it("has a used value of its new value times the theme's ratio before any used sale", () => {
    const values = valueWithModel(marketFromRows([{ facts: retired, sales: { sealed: [], used: [] } }]), TODAY, model);
    expect(valueAt(values, 1)).toMatchObject({ valueCents: 9_000, tier: 'modelled' });
  });

  it('has a new value from its used sales when no list price is known', () => {
    const used = Array.from({ length: 30 }, (_, i) => ({ day: TODAY - 3 * i, priceCents: 9_000 }));
    const values = valueWithModel(
      marketFromRows([{ facts: { ...retired, listPriceCents: null }, sales: { sealed: [], used } }]),
      TODAY,
      model,
    );
    expect(valueAt(values, 0)).toMatchObject({ valueCents: 15_000, tier: 'modelled' });
  });

  it('falls back to the ratio of all themes', () => {
    const values = valueWithModel(
      marketFromRows([{ facts: { ...retired, theme: 'Trains' }, sales: { sealed: [], used: [] } }]),
      TODAY,
      model,
    );
    expect(valueAt(values, 1)).toMatchObject({ valueCents: 7_500, tier: 'modelled' });
  });
});
