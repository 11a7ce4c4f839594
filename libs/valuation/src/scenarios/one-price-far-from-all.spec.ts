import { marketFromRows } from '../market.ts';
import { UNLEARNED_MODEL } from '../market-model.ts';
import { valueAt } from '../market-values.ts';
import { valueWithModel } from '../value-market.ts';

const TODAY = 20_000;
const keyChain = {
  theme: 'Gear',
  year: null,
  releaseDay: TODAY - 3_000,
  exitDay: TODAY - 2_000,
  listPriceCents: null,
  retailPriceCents: null,
};
const day = (daysAgo: number, priceCents: number) => ({ day: TODAY - daysAgo, priceCents });
const sealedValue = (sealed: ReturnType<typeof day>[], listPriceCents: number | null = null) =>
  valueAt(
    valueWithModel(
      marketFromRows([{ facts: { ...keyChain, listPriceCents }, sales: { sealed } }]),
      TODAY,
      UNLEARNED_MODEL,
    ),
    0,
  );

describe('one price far from all that is known', () => {
  it.each([
    ['after two sales', [day(200, 1_200), day(100, 1_500), day(3, 225_000)]],
    ['after one sale', [day(200, 1_300), day(3, 225_000)]],
    ['between two sales', [day(200, 1_200), day(100, 225_000), day(3, 1_500)]],
    ['before two sales', [day(200, 225_000), day(100, 1_200), day(3, 1_500)]],
    ['a cent', [day(200, 1_200), day(100, 1_500), day(3, 1)]],
  ])('moves nothing, and widens nothing: %s', (_, sales) => {
    const sound = sealedValue(sales.filter(({ priceCents }) => priceCents > 1_000 && priceCents < 2_000));
    expect(sealedValue(sales)).toEqual(sound);
  });

  it('moves nothing where only a list price is known', () => {
    expect(sealedValue([day(3, 225_000)], 1_000)).toEqual(sealedValue([], 1_000));
  });

  it('is the value where nothing else is known', () => {
    expect(sealedValue([day(3, 225_000)])!.valueCents).toBe(225_000);
  });

  it('counts once a second agrees', () => {
    const sales = [day(200, 1_200), day(100, 1_500), day(3, 225_000)];
    expect(sealedValue([...sales, day(2, 230_000), day(1, 220_000)])!.valueCents).toBeGreaterThan(100_000);
  });

  it('is no set that has grown to five times its list price', () => {
    expect(sealedValue([day(3, 50_000)], 10_000)!.tier).toBe('low');
  });
});
