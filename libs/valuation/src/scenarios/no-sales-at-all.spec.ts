import { marketFromRows } from '../market.ts';
import { UNLEARNED_MODEL } from '../market-model.ts';
import { valueAt } from '../market-values.ts';
import { valueWithModel } from '../value-market.ts';

const TODAY = 20_000;

const unknown = {
  theme: null,
  year: null,
  releaseDay: null,
  exitDay: null,
  listPriceCents: null,
  retailPriceCents: null,
};

describe('no sales at all', () => {
  it('gives no value when nothing else is known', () => {
    const values = valueWithModel(
      marketFromRows([{ facts: unknown, sales: { sealed: [], used: [] } }]),
      TODAY,
      UNLEARNED_MODEL,
    );
    expect([valueAt(values, 0), valueAt(values, 1)]).toEqual([null, null]);
  });

  it('gives a minifig no value: it has no list price to start from', () => {
    const values = valueWithModel(
      marketFromRows([{ facts: { ...unknown, year: 2020 }, sales: { figureNew: [], figureUsed: [] } }]),
      TODAY,
      UNLEARNED_MODEL,
    );
    expect(valueAt(values, 0)).toBeNull();
  });

  it('gives a retired set list price times the multiple of its theme at its age', () => {
    const facts = { ...unknown, theme: 'Castle', exitDay: TODAY - 400, listPriceCents: 4_999 };
    const newToList = { byTheme: { Castle: { 3: Math.log(1.3) } }, overall: {} };
    const model = { ...UNLEARNED_MODEL, ratios: { ...UNLEARNED_MODEL.ratios, newToList } };
    const values = valueWithModel(marketFromRows([{ facts, sales: { sealed: [] } }]), TODAY, model);
    // 4999 * 1.3 = 6498.7.
    expect(valueAt(values, 0)).toMatchObject({ valueCents: 6_499, tier: 'modelled' });
  });
});
