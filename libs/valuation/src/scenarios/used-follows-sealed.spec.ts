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
    // 100 days after both were sold: variances 0.01 + 0.003 and 0.04 + 0.003 + 0.0015, shared 0.003. A sealed sale at 1.2
    // times the price draws the sealed value by 0.013 / 0.023 of ln 1.2 and the used one by 0.003 / 0.023.
    const sealed = [
      { day: TODAY - 100, priceCents: 10_000 },
      { day: TODAY, priceCents: 12_000 },
    ];
    expect(valuesOf({ sealed, used: [{ day: TODAY - 100, priceCents: 6_000 }] })).toEqual([11_085, 6_144]);
  });

  it('has moved most of the way when many sales tell of it', () => {
    const used = each10Days(200, 60, 6_000);
    const [, before] = valuesOf({ sealed: each10Days(200, 0, 10_000), used });
    const [, after] = valuesOf({ sealed: [...each10Days(200, 60, 10_000), ...each10Days(50, 0, 12_000)], used });
    expect(before).toBe(6_000);
    expect(after).toBeGreaterThan(6_300);
    expect(after).toBeLessThan(7_200);
  });

  it('has a sealed value that used sales alone say nothing of', () => {
    const sealed = [{ day: TODAY - 30, priceCents: 10_000 }];
    expect(valuesOf({ sealed, used: each10Days(30, 0, 6_000) })[0]).toBe(10_000);
  });
});
