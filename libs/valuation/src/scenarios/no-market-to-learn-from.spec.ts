import { type ItemFacts, marketFromRows } from '../market.ts';
import { UNLEARNED_MODEL } from '../market-model.ts';
import { valueAt } from '../market-values.ts';
import { valueWithModel } from '../value-market.ts';

const TODAY = 20_000;
const set: ItemFacts = {
  theme: 'Castle',
  year: 2015,
  releaseDay: null,
  exitDay: null,
  listPriceCents: 10_000,
  retailPriceCents: null,
};
const valuesOf = (facts: ItemFacts) => {
  const values = valueWithModel(marketFromRows([{ facts, sales: { sealed: [], used: [] } }]), TODAY, UNLEARNED_MODEL);
  return { sealed: valueAt(values, 0), used: valueAt(values, 1) };
};

describe('a market that has sold nothing to learn from', () => {
  it('still says what a retired set with a list price is worth, new and used, and how little is known of that', () => {
    const { sealed, used } = valuesOf(set);
    expect(sealed).toMatchObject({ tier: 'modelled' });
    expect(sealed!.valueCents).toBeGreaterThan(15_000);
    expect(sealed!.highCents / sealed!.lowCents).toBeGreaterThan(3);
    expect(used).toMatchObject({ tier: 'modelled' });
    expect(used!.valueCents).toBeLessThan(sealed!.valueCents);
    expect(used!.highCents / used!.lowCents).toBeGreaterThan(sealed!.highCents / sealed!.lowCents);
  });

  it('values an old set that a retailer still sells at what it costs there, at most at list price', () => {
    expect(valuesOf({ ...set, retailPriceCents: 8_000 }).sealed).toMatchObject({ valueCents: 8_000, tier: 'modelled' });
    expect(valuesOf({ ...set, retailPriceCents: 15_000 }).sealed).toMatchObject({ valueCents: 10_000 });
  });

  it('knows nothing of a set without any price', () => {
    expect(valuesOf({ ...set, listPriceCents: null })).toEqual({ sealed: null, used: null });
  });
});
