import { valueHolding } from './holding-valuation.ts';
import { aHolding } from './testing/portfolio-builders.ts';

describe('valueHolding', () => {
  it('multiplies price and value by the quantity', () => {
    expect(valueHolding(aHolding({ quantity: 3, purchasePriceCents: 12_999 }), 15_050)).toEqual({
      unitCostCents: 12_999,
      unitValueCents: 15_050,
      costCents: 38_997,
      valueCents: 45_150,
      gainCents: 6_153,
      gainPct: 15.78,
    });
  });

  it('carries copies of unknown value at cost, and knows no gain of them', () => {
    expect(valueHolding(aHolding({ quantity: 2, purchasePriceCents: 4_000 }), null)).toEqual({
      unitCostCents: 4_000,
      unitValueCents: null,
      costCents: 8_000,
      valueCents: 8_000,
      gainCents: null,
      gainPct: null,
    });
  });

  it('knows no cost and no gain of copies whose price is unknown', () => {
    expect(valueHolding(aHolding({ quantity: 2, purchasePriceCents: null }), 4_000)).toEqual({
      unitCostCents: null,
      unitValueCents: 4_000,
      costCents: null,
      valueCents: 8_000,
      gainCents: null,
      gainPct: null,
    });
  });

  it('adds nothing when neither price nor value is known', () => {
    expect(valueHolding(aHolding({ purchasePriceCents: null }), null)).toMatchObject({
      costCents: null,
      valueCents: 0,
      gainCents: null,
      gainPct: null,
    });
  });

  it('gains 0 percent on a gift, whose price is known to be 0', () => {
    expect(valueHolding(aHolding({ purchasePriceCents: 0 }), 4_000)).toMatchObject({ gainCents: 4_000, gainPct: 0 });
  });

  it('loses all of the price when the value is known to be 0', () => {
    expect(valueHolding(aHolding({ purchasePriceCents: 4_000 }), 0)).toMatchObject({
      valueCents: 0,
      gainCents: -4_000,
      gainPct: -100,
    });
  });

  it('refuses amounts that cannot be counted to the cent', () => {
    expect(() => valueHolding(aHolding({ quantity: 2_000_000_000, purchasePriceCents: 99_999_999_999 }), 1)).toThrow(
      RangeError,
    );
    expect(() => valueHolding(aHolding({ quantity: 2_000_000_000 }), 99_999_999_999)).toThrow(RangeError);
  });
});
