import { type Holding, parseIsoDay } from '@brickmarket/domain';

/** One owned, sealed copy of 75192-1, bought for 500.00 on 2025-03-10. */
export function aHolding(facts: Partial<Holding> = {}): Holding {
  return {
    setNumber: '75192-1',
    quantity: 1,
    condition: 'sealed',
    purchasePriceCents: 50_000,
    purchaseDay: parseIsoDay('2025-03-10'),
    status: 'owned',
    notes: null,
    ...facts,
  };
}
