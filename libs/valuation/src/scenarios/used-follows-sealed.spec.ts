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
  listPriceCents: null,
  retailPriceCents: null,
};
const each10Days = (from: number, to: number, priceCents: number) =>
  Array.from({ length: (from - to) / 10 + 1 }, (_, i) => ({ day: TODAY - from + 10 * i, priceCents }));
const valuesOf = (sales: Parameters<typeof marketFromRows>[0][number]['sales']) => {
  const values = valueWithModel(marketFromRows([{ facts: retired, sales }]), TODAY, UNLEARNED_MODEL);
  return [valueAt(values, 0)!.valueCents, valueAt(values, 1)!.valueCents];
};

describe('a set whose sealed copies have moved since the last used one was sold', () => {
  it('has moved in used condition too, by what both are known to share', () => {
    const sealed = [
      { day: TODAY - 100, priceCents: 10_000 },
      { day: TODAY, priceCents: 12_000 },
    ];
    const [sealedValue, usedValue] = valuesOf({ sealed, used: [{ day: TODAY - 100, priceCents: 6_000 }] });
    expect(sealedValue).toBeGreaterThan(11_000);
    expect(usedValue).toBeGreaterThan(6_100);
    expect(usedValue! / 6_000).toBeLessThan(sealedValue! / 10_000);
  });

  it('has moved, too, when many sales tell of it', () => {
    const used = each10Days(200, 60, 6_000);
    const [, before] = valuesOf({ sealed: each10Days(200, 0, 10_000), used });
    const [, after] = valuesOf({ sealed: [...each10Days(200, 60, 10_000), ...each10Days(50, 0, 12_000)], used });
    expect(before).toBe(6_000);
    expect(after).toBeGreaterThan(6_200);
    expect(after).toBeLessThan(7_200);
  });

  it('has a sealed value that used sales alone say nothing of', () => {
    const sealed = [{ day: TODAY - 30, priceCents: 10_000 }];
    expect(valuesOf({ sealed, used: each10Days(30, 0, 6_000) })[0]).toBe(10_000);
  });
});
