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
    const value = valueAt(values, 0)!;
    expect(value).toMatchObject({ valueCents: 9_000, tier: 'modelled' });
    // Sales spread by 10 % around a price that may be off by 15 %, rarely by more.
    expect(value.lowCents).toBeLessThan(7_300);
    expect(value.highCents).toBeGreaterThan(11_100);
  });

  it('takes the list price when no retailer is known to sell it', () => {
    const facts = { ...onSale, retailPriceCents: null };
    const values = valueWithModel(marketFromRows([{ facts, sales: { sealed: [] } }]), TODAY, UNLEARNED_MODEL);
    expect(valueAt(values, 0)?.valueCents).toBe(10_000);
  });

  it('moves from the retail price towards its first sales', () => {
    const sealed = Array.from({ length: 4 }, () => ({ day: TODAY, priceCents: 8_000 }));
    const values = valueWithModel(marketFromRows([{ facts: onSale, sales: { sealed } }]), TODAY, UNLEARNED_MODEL);
    const value = valueAt(values, 0)!;
    expect(value.valueCents).toBeGreaterThan(8_000);
    expect(value.valueCents).toBeLessThan(8_200);
    expect(value.tier).toBe('low');
  });
});
