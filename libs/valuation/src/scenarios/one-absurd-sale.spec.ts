import { marketFromRows } from '../market.ts';
import { UNLEARNED_MODEL } from '../market-model.ts';
import { valueAt } from '../market-values.ts';
import { valueWithModel } from '../value-market.ts';

const TODAY = 20_000;

const retired = {
  theme: 'Castle',
  year: null,
  releaseDay: TODAY - 1_200,
  exitDay: TODAY - 400,
  listPriceCents: 10_000,
  retailPriceCents: null,
};
const sound = Array.from({ length: 39 }, (_, i) => ({ day: TODAY - 4 * i, priceCents: 10_000 + 100 * (i % 5) }));
const valueOf = (sealed: typeof sound) =>
  valueAt(valueWithModel(marketFromRows([{ facts: retired, sales: { sealed } }]), TODAY, UNLEARNED_MODEL), 0);

describe('one absurd sale among forty', () => {
  it.each([
    ['a dollar, in between', { day: TODAY - 50, priceCents: 100 }],
    ['a hundred thousand dollars, today', { day: TODAY, priceCents: 10_000_000 }],
    ['the price of a used copy, first of all', { day: TODAY - 170, priceCents: 5_500 }],
  ])('does not move the value by half a percent: %s', (_, absurd) => {
    const before = valueOf(sound)!;
    const after = valueOf([...sound, absurd])!;
    expect(Math.abs(after.valueCents / before.valueCents - 1)).toBeLessThan(0.005);
    expect([before.tier, after.tier]).toEqual(['high', 'high']);
  });
});
