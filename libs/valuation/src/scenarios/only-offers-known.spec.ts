import { type ItemFacts, type ItemRows, marketFromRows } from '../market.ts';
import { UNLEARNED_MODEL } from '../market-model.ts';
import { type ItemValue, valueAt } from '../market-values.ts';
import { learnMarket, valueWithModel } from '../value-market.ts';

const TODAY = 20_000;
const unknown: ItemFacts = {
  theme: 'Castle',
  year: 2015,
  releaseDay: null,
  exitDay: null,
  listPriceCents: null,
  retailPriceCents: null,
};
const valuesOf = (facts: ItemFacts, model = UNLEARNED_MODEL, sealed: ItemRows['sales']['sealed'] = []) => {
  const values = valueWithModel(marketFromRows([{ facts, sales: { sealed, used: [] } }]), TODAY, model);
  return { sealed: valueAt(values, 0), used: valueAt(values, 1) };
};
const width = ({ lowCents, highCents }: ItemValue): number => highCents / lowCents;

/** Sets that sell at what third parties ask for them, times what is paid of that. */
function tradedSets(paidOfAsked: (set: number) => number): readonly ItemRows[] {
  return Array.from({ length: 40 }, (_, set) => {
    const thirdPartyPriceCents = 4_000 + 500 * set;
    const priceCents = Math.round(thirdPartyPriceCents * paidOfAsked(set));
    const sealed = Array.from({ length: 20 }, (_sale, sale) => ({ day: TODAY - 15 * sale, priceCents }));
    return { facts: { ...unknown, thirdPartyPriceCents }, sales: { sealed } };
  });
}

describe('a set of which only offers are known', () => {
  const offered = { ...unknown, thirdPartyPriceCents: 10_000, lastPriceCents: 10_000 };

  it('is worth less than third parties ask, new and used, with a wide range, where nothing has sold', () => {
    const { sealed, used } = valuesOf(offered);
    expect(sealed).toMatchObject({ tier: 'modelled', valueCents: 8_521 });
    expect(width(sealed!)).toBeGreaterThan(3);
    expect(used).toMatchObject({ tier: 'modelled' });
    expect(used!.valueCents).toBeLessThan(sealed!.valueCents);
    expect(width(used!)).toBeGreaterThan(width(sealed!));
  });

  it('is worth what its market pays of what third parties ask', () => {
    const model = learnMarket(marketFromRows(tradedSets(() => 0.7)), TODAY);
    const { sealed } = valuesOf(offered, model);
    expect(sealed!.tier).toBe('modelled');
    expect(sealed!.valueCents / 10_000).toBeCloseTo(0.7, 1);
    expect(width(sealed!)).toBeLessThan(width(valuesOf(offered).sealed!));
  });

  it('has a range that is wider the less what is paid goes by what is asked', () => {
    const sealedIn = (paid: (set: number) => number) =>
      valuesOf(offered, learnMarket(marketFromRows(tradedSets(paid)), TODAY)).sealed!;
    expect(width(sealedIn((set) => 0.4 + 0.02 * set))).toBeGreaterThan(1.5 * width(sealedIn(() => 0.8)));
  });

  it('is worth the last price that was asked, even less certainly, where nobody offers it now', () => {
    const { sealed } = valuesOf({ ...offered, thirdPartyPriceCents: null });
    expect(sealed).toMatchObject({ tier: 'modelled', valueCents: 10_000 });
    expect(width(sealed!)).toBeGreaterThan(width(valuesOf(offered).sealed!));
  });

  it('is valued by a list price, a retailer or a single sale instead where there is one', () => {
    const valueOf = (facts: ItemFacts, sales?: ItemRows['sales']['sealed']) =>
      valuesOf(facts, UNLEARNED_MODEL, sales).sealed!.valueCents;
    const listed = { listPriceCents: 5_000 };
    expect(valueOf({ ...offered, ...listed })).toBe(valueOf({ ...unknown, ...listed }));
    expect(valueOf({ ...offered, retailPriceCents: 5_000 })).toBe(5_000);
    const sold = [{ day: TODAY - 100, priceCents: 3_000 }];
    expect(valueOf(offered, sold)).toBe(valueOf(unknown, sold));
    const soldLongAgo = [{ day: TODAY - 1_000, priceCents: 3_000 }];
    expect(valueOf(offered, soldLongAgo)).toBe(valueOf(unknown, soldLongAgo));
  });
});
