import { marketFromRows } from '../market.ts';
import { UNLEARNED_MODEL } from '../market-model.ts';
import { valueAt } from '../market-values.ts';
import { valueWithModel } from '../value-market.ts';

const TODAY = 20_000;

const onSale = {
  theme: 'Castle',
  year: null,
  releaseDay: TODAY - 300,
  exitDay: null,
  listPriceCents: 10_000,
  retailPriceCents: 9_000,
};

describe('a set on sale', () => {
  it('is worth what it costs at retail before anyone has sold it', () => {
    const values = valueWithModel(marketFromRows([{ facts: onSale, sales: { sealed: [] } }]), TODAY, UNLEARNED_MODEL);
    // Deviation sqrt(0.01 + 0.0225) = 0.18028; 9000 * exp(-/+ 1.2816 * 0.18028).
    expect(valueAt(values, 0)).toEqual({ valueCents: 9_000, lowCents: 7_143, highCents: 11_339, tier: 'modelled' });
  });

  it('takes the list price when no retailer is known to sell it', () => {
    const facts = { ...onSale, retailPriceCents: null };
    const values = valueWithModel(marketFromRows([{ facts, sales: { sealed: [] } }]), TODAY, UNLEARNED_MODEL);
    expect(valueAt(values, 0)?.valueCents).toBe(10_000);
  });

  it('moves from the retail price towards its first sales', () => {
    const sealed = Array.from({ length: 4 }, () => ({ day: TODAY, priceCents: 8_000 }));
    const values = valueWithModel(marketFromRows([{ facts: onSale, sales: { sealed } }]), TODAY, UNLEARNED_MODEL);
    // Variance of the level 0.01 / 4 = 0.0025: share of the sales 0.0225 / (0.0225 + 0.0025) = 0.9; 9000 * (8/9) ^ 0.9 = 8094.6.
    // Sale variance 8 * 0.01 / (3 + 8) = 0.0072727; deviation sqrt(0.0072727 + 0.9 * 0.0025) = 0.097584.
    expect(valueAt(values, 0)).toEqual({ valueCents: 8_095, lowCents: 7_143, highCents: 9_173, tier: 'low' });
  });
});
