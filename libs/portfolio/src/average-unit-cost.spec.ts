import { averageUnitCost } from './average-unit-cost.ts';
import { aHolding } from './testing/a-holding.ts';

describe('averageUnitCost', () => {
  it('weighs each price by its copies, owned and listed, and rounds once', () => {
    const holdings = [
      aHolding({ quantity: 2, purchasePriceCents: 10_000 }),
      aHolding({ quantity: 1, purchasePriceCents: 13_000, status: 'listed' }),
    ];
    expect(averageUnitCost(holdings)).toBe(11_000);
    expect(averageUnitCost([aHolding({ purchasePriceCents: 100 }), aHolding({ purchasePriceCents: 101 })])).toBe(101);
  });

  it('leaves sold holdings and unknown prices out of both sum and count', () => {
    const holdings = [
      aHolding({ purchasePriceCents: 8_000 }),
      aHolding({ quantity: 9, purchasePriceCents: null }),
      aHolding({ purchasePriceCents: 1, status: 'sold' }),
    ];
    expect(averageUnitCost(holdings)).toBe(8_000);
  });

  it('counts copies known to have cost nothing', () => {
    expect(averageUnitCost([aHolding({ purchasePriceCents: 8_000 }), aHolding({ purchasePriceCents: 0 })])).toBe(4_000);
  });

  it('is unknown when no price is', () => {
    expect(averageUnitCost([])).toBeNull();
    expect(averageUnitCost([aHolding({ purchasePriceCents: null }), aHolding({ status: 'sold' })])).toBeNull();
  });
});
