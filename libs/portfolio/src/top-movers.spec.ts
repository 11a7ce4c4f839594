import { topMovers } from './top-movers.ts';
import { aHolding } from './testing/a-holding.ts';

const worth =
  (values: Record<string, number>) =>
  ({ setNumber }: { readonly setNumber: string }) =>
    values[setNumber] ?? null;
const bought = (setNumber: string, purchasePriceCents: number | null) => aHolding({ setNumber, purchasePriceCents });

describe('topMovers', () => {
  it('ranks by percentage, not by amount', () => {
    const holdings = [
      bought('10497-1', 10_000),
      bought('75192-1', 80_000),
      bought('21325-1', 15_000),
      bought('31120-1', 10_000),
    ];
    const values = worth({ '10497-1': 15_000, '75192-1': 100_000, '21325-1': 14_000, '31120-1': 9_900 });
    expect(topMovers(holdings, values)).toEqual({
      gainer: { setNumber: '10497-1', gainPct: 50 },
      loser: { setNumber: '21325-1', gainPct: -6.67 },
    });
  });

  it.each([
    ['gains', 12_000, { setNumber: '10497-1', gainPct: 20 }, null],
    ['loses', 8_000, null, { setNumber: '10497-1', gainPct: -20 }],
    ['stands still', 10_000, null, null],
  ])('takes a single holding that %s for at most one of the two', (_, value, gainer, loser) => {
    expect(topMovers([bought('10497-1', 10_000)], worth({ '10497-1': value }))).toEqual({ gainer, loser });
  });

  it('has none among holdings of unknown price, unknown value, price 0 or status sold', () => {
    const holdings = [
      bought('10497-1', null),
      bought('21325-1', 5_000),
      bought('31120-1', 0),
      aHolding({ status: 'sold' }),
    ];
    expect(topMovers(holdings, worth({ '10497-1': 9_000, '31120-1': 9_000, '75192-1': 90_000 }))).toEqual({
      gainer: null,
      loser: null,
    });
  });

  it('breaks ties by set number, whatever the order', () => {
    const holdings = [bought('75192-1', 200), bought('10497-1', 100), bought('21325-1', 300)];
    const values = worth({ '75192-1': 300, '10497-1': 150, '21325-1': 450 });
    expect(topMovers(holdings, values).gainer?.setNumber).toBe('10497-1');
    expect(topMovers(holdings.toReversed(), values).gainer?.setNumber).toBe('10497-1');
  });
});
