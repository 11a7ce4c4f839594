import { formatIsoMonth, parseIsoDay } from '@brickmarket/domain';
import { monthlyPurchases } from './monthly-purchases.ts';
import { aHolding } from './testing/a-holding.ts';

describe('monthlyPurchases', () => {
  it('sums the holdings of each purchase month, ascending, without months in between', () => {
    const holdings = [
      aHolding({ purchaseDay: parseIsoDay('2026-01-01'), quantity: 2, purchasePriceCents: 12_999 }),
      aHolding({ purchaseDay: parseIsoDay('2025-11-30'), purchasePriceCents: 5_000, status: 'listed' }),
      aHolding({ purchaseDay: parseIsoDay('2026-01-31'), quantity: 4, purchasePriceCents: 1_001 }),
    ];
    expect(monthlyPurchases(holdings).map(({ month, ...sums }) => [formatIsoMonth(month), sums])).toEqual([
      ['2025-11', { entryCount: 1, itemCount: 1, costCents: 5_000 }],
      ['2026-01', { entryCount: 2, itemCount: 6, costCents: 30_002 }],
    ]);
  });

  it('sums the known prices of a month, and knows no cost when there are none', () => {
    const unpriced = aHolding({ quantity: 3, purchasePriceCents: null });
    expect(monthlyPurchases([unpriced, unpriced])).toMatchObject([{ entryCount: 2, itemCount: 6, costCents: null }]);
    expect(monthlyPurchases([unpriced, aHolding({ purchasePriceCents: 0 })])).toMatchObject([
      { entryCount: 2, itemCount: 4, costCents: 0 },
    ]);
    expect(monthlyPurchases([aHolding({ purchasePriceCents: 700 }), unpriced])).toMatchObject([
      { entryCount: 2, itemCount: 4, costCents: 700 },
    ]);
  });

  it('leaves out sold holdings and those without a date', () => {
    expect(monthlyPurchases([aHolding({ status: 'sold' }), aHolding({ purchaseDay: null })])).toEqual([]);
  });
});
