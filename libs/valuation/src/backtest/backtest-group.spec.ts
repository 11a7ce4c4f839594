import { BacktestGroup, errorLessByPct } from './backtest-group.ts';
import { COMPARED_BASELINES } from './baselines.ts';

describe('a group of sales', () => {
  const baselines = (cents: number): Float64Array => Float64Array.from(COMPARED_BASELINES, () => cents);
  const estimate = (valueCents: number) => ({ valueCents, lowCents: valueCents, highCents: valueCents });

  it('compares with a baseline on the sales that both answer, and nothing else', () => {
    const group = new BacktestGroup(COMPARED_BASELINES);
    // Both miss by a tenth where both answer. Where we have no value, the baseline is far off: that proves nothing.
    for (let sale = 0; sale < 10; sale++) group.add(10_000, estimate(11_000), baselines(9_000));
    for (let sale = 0; sale < 30; sale++) group.add(10_000, estimate(Number.NaN), baselines(20_000));
    // Nor does it where the baseline has none.
    for (let sale = 0; sale < 30; sale++) group.add(10_000, estimate(10_000), baselines(Number.NaN));
    const figures = group.figures();
    const lastSale = figures.baselines.lastSale!;
    expect([lastSale.sharedMdapePct, lastSale.estimatorMdapePct].map((one) => Math.round(one!))).toEqual([10, 10]);
    expect(lastSale.sharedMalePct).toBeCloseTo(100 * Math.log(10 / 9), 1);
    expect(errorLessByPct(figures, 'lastSale')).toBeCloseTo(0, 0);
    expect(lastSale.answeredPct).toBeCloseTo(100 * (40 / 70), 1);
  });
});
