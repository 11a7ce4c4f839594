import { marketFromRows } from '../market-from-rows.ts';
import { UNLEARNED_MODEL } from '../market-model.ts';
import { valueAt } from '../market-values.ts';
import { valueWithModel } from '../value-market.ts';

const TODAY = 20_000;

const retired = { theme: 'Castle', year: null, releaseDay: TODAY - 1_200, exitDay: TODAY - 400, listPriceCents: 10_000, retailPriceCents: null };
const sound = Array.from({ length: 39 }, (_, i) => ({ day: TODAY - 4 * i, priceCents: 10_000 + 100 * (i % 5) }));
const valueOf = (sealed: typeof sound) => valueAt(valueWithModel(marketFromRows([{ facts: retired, sales: { sealed } }]), TODAY, UNLEARNED_MODEL), 0);

describe('one absurd sale among forty', () => {
  it.each([
    ['a dollar, in between', { day: TODAY - 50, priceCents: 100 }],
    ['a hundred thousand dollars, today', { day: TODAY, priceCents: 10_000_000 }],
    ['the price of a used copy, first of all', { day: TODAY - 170, priceCents: 5_500 }],
  ])('does not move the value by a cent: %s', (_, absurd) => {
    expect(valueOf(sound)).toMatchObject({ valueCents: 10_175, tier: 'high' });
    expect(valueOf([...sound, absurd])).toMatchObject({ valueCents: 10_175, tier: 'high' });
  });
});
