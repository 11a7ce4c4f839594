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
  // Four days add 0.00012; the variance settles where a sale draws by 0.0011571 / 0.0111571 = 0.10371. Of the sales at
  // 10000, 10100, ... 10400 and again, newest first, that gives shares of 0.2460, 0.2205, 0.1976, 0.1771 and 0.1588: 10177.
  it.each([
    ['a dollar, in between', { day: TODAY - 50, priceCents: 100 }],
    ['a hundred thousand dollars, today', { day: TODAY, priceCents: 10_000_000 }],
    ['the price of a used copy, first of all', { day: TODAY - 170, priceCents: 5_500 }],
  ])('does not move the value by a cent: %s', (_, absurd) => {
    expect(valueOf(sound)).toMatchObject({ valueCents: 10_177, tier: 'high' });
    expect(valueOf([...sound, absurd])).toMatchObject({ valueCents: 10_177, tier: 'high' });
  });
});
