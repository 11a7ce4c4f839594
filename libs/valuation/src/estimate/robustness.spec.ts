import type { DataTier } from '@brickmarket/domain';
import { type ItemFacts, type ItemRows, marketFromRows, type SeriesKind } from '../kernel/market.ts';
import type { SaleRow } from '../kernel/sale-columns.ts';
import { learnMarket } from '../learn/learn-market.ts';
import { type MarketModel, UNLEARNED_MODEL } from './market-model.ts';
import { valueAt, valueWithModel } from './market-values.ts';

const TODAY = 20_000;
const unknown: ItemFacts = {
  theme: 'Castle',
  year: null,
  releaseDay: TODAY - 2_000,
  exitDay: TODAY - 1_000,
  listPriceCents: null,
  retailPriceCents: null,
};

/** A repeatable sequence of numbers from 0 to 1. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A market to learn from: sets and figures, each at a level of its own, with so much scatter and movement. */
function marketOf(scatter: number, movement: number, everyDays: number): MarketModel {
  const random = sequence(7);
  const spread = (): number => random() + random() + random() - 1.5;
  const rows = (start: number): SaleRow[] => {
    let level = start;
    return Array.from({ length: Math.floor(700 / everyDays) }, (_, at) => {
      level += movement * spread();
      const priceCents = Math.round(Math.exp(level + scatter * spread()));
      return { day: TODAY - 700 + at * everyDays, priceCents, source: at % 2 };
    });
  };
  const items = Array.from({ length: 60 }, (_, at): ItemRows => {
    const level = Math.log(2_000 + 400 * at);
    const facts = { ...unknown, listPriceCents: Math.round(Math.exp(level) / 1.6) };
    return at % 2 === 0
      ? { facts, sales: { sealed: rows(level), used: rows(level - 0.5) } }
      : { facts: { ...unknown, theme: 'Figures' }, sales: { figureNew: rows(level), figureUsed: rows(level - 0.3) } };
  });
  return learnMarket(marketFromRows(items), TODAY);
}

const MARKETS: readonly (readonly [string, MarketModel])[] = [
  ['nothing learned', { ...UNLEARNED_MODEL, hasSold: { set: true, minifig: true } }],
  ['scattered single sales', marketOf(0.35, 0.01, 4)],
  ['smooth monthly offers', marketOf(0, 0.06, 30)],
  ['few sales', marketOf(0.2, 0.03, 60)],
];
const KINDS: readonly SeriesKind[] = ['sealed', 'used', 'figureNew', 'figureUsed'];

const every = (days: number, count: number, price: number, since = 0): SaleRow[] =>
  Array.from({ length: count }, (_, at) => ({
    day: TODAY - since - days * at,
    priceCents: Math.round(price * 100 * (1 + 0.005 * ((at % 5) - 2))),
  }));
const at = (daysAgo: number, price: number, source = 0): SaleRow => ({
  day: TODAY - daysAgo,
  priceCents: Math.round(100 * price),
  source,
});
const times = (count: number, row: SaleRow): SaleRow[] => Array.from({ length: count }, () => row);

interface Wanted {
  /** The value in dollars; null for none. */
  readonly value: readonly [least: number, most: number] | null;
  /** Prices that the range has to reach. */
  readonly reaches?: readonly number[];
  /** The range is no wider than from and to. */
  readonly within?: readonly [number, number];
  readonly tiers?: readonly DataTier[];
}
const UNSURE: readonly DataTier[] = ['low', 'modelled'];

/** What is sold, what is wanted, and the list price where the case has one. */
const CASES: Readonly<Record<string, { rows: SaleRow[]; wanted: Wanted; listPrice?: number; kinds?: SeriesKind[] }>> = {
  'the dearest of the day: 300 sales on the 1st of each month, true value 100': {
    rows: Array.from({ length: 12 }, (_, month) =>
      Array.from({ length: 300 }, (_sale, sale) => at(5 + 30 * month, 80 + (40 * sale) / 299)),
    ).flat(),
    wanted: { value: [97, 103], within: [50, 200] },
  },
  'ten thousand sales of one day at 140 to 160': {
    rows: [...every(10, 30, 150, 3), ...Array.from({ length: 10_000 }, (_, sale) => at(1, 140 + sale / 500))],
    wanted: { value: [145, 155] },
  },
  'ten thousand equal rows': {
    rows: [...every(10, 30, 150, 3), ...times(10_000, at(1, 450))],
    wanted: { value: [142, 160] },
  },
  'three sales of 1,500 beside ten of 150': {
    rows: [...every(20, 10, 150, 12), at(2, 1_500), at(5, 1_500), at(8, 1_500)],
    wanted: { value: [140, 160], reaches: [150, 1_500], tiers: UNSURE },
  },
  'five wash sales at three times the price in five days': {
    rows: [...every(12, 20, 150, 10), ...[0, 1, 2, 3, 4].map((day) => at(day, 450))],
    wanted: { value: [140, 165], reaches: [450] },
  },
  'a wrong import of 100 rows at a tenth, on one day': {
    rows: [...every(6, 40, 150, 3), ...times(100, at(1, 15, 1))],
    wanted: { value: [140, 160] },
  },
  'a wrong import of 100 rows at a tenth, over 100 days, beside another source': {
    rows: [...every(6, 40, 150, 3), ...Array.from({ length: 100 }, (_, day) => at(day, 15, 1))],
    wanted: { value: [10, 160], reaches: [15, 150], tiers: UNSURE },
  },
  'a file in a wrong currency, on one day': {
    rows: [...every(6, 40, 100, 3), ...times(40, at(2, 400, 1))],
    wanted: { value: [95, 106] },
  },
  'one sale of 1,500 with list price 100': {
    rows: [at(10, 1_500)],
    listPrice: 100,
    kinds: ['sealed'],
    wanted: { value: [80, 400], reaches: [1_500], tiers: UNSURE },
  },
  '1,500 twenty days ago, 150 ten days ago': {
    rows: [at(20, 1_500), at(10, 150)],
    wanted: { value: [140, 1_510], reaches: [150, 1_500], tiers: UNSURE },
  },
  'the same with list price 100': {
    rows: [at(20, 1_500), at(10, 150)],
    listPrice: 100,
    kinds: ['sealed'],
    wanted: { value: [80, 700], reaches: [150, 1_500], tiers: UNSURE },
  },
  'a source that repeats itself under new ids': {
    rows: [...every(10, 20, 100, 2), ...times(50, at(1, 130))],
    wanted: { value: [95, 132] },
  },
  'doubles of two sources': {
    rows: [...every(10, 20, 100), ...every(10, 20, 100).map((row) => ({ ...row, source: 1 }))],
    wanted: { value: [97, 103] },
  },
  'zero, negative, a cent, absurd and future prices among forty': {
    rows: [...every(5, 40, 100, 1), at(3, 0), at(4, -5), at(2, 0.01), at(6, 15_000), at(9, 1_500), at(-30, 900)],
    wanted: { value: [97, 103], within: [40, 250], tiers: ['high', 'medium'] },
  },
  'PLN for USD twice': {
    rows: [...every(6, 30, 100, 2), at(1, 400), at(20, 400)],
    wanted: { value: [95, 105] },
  },
  'list price 25, twelve own sales at 190': {
    rows: every(20, 12, 190, 5),
    listPrice: 25,
    kinds: ['sealed'],
    wanted: { value: [184, 196] },
  },
  '150 sales at 100, then 20 in 40 days at 200': {
    rows: [...every(2, 150, 100, 40), ...every(2, 20, 200)],
    wanted: { value: [196, 204] },
  },
  '150 sales at 100, then 20 in 40 days at 50': {
    rows: [...every(2, 150, 100, 40), ...every(2, 20, 50)],
    wanted: { value: [49, 51] },
  },
  '150 sales at 100, then one at 250': {
    rows: [...every(2, 150, 100, 3), at(0, 250)],
    wanted: { value: [95, 105] },
  },
  'one offer of 2,250 for an item that sells at 12 to 15': {
    rows: [at(200, 12), at(160, 13), at(120, 15), at(80, 14), at(40, 13), at(3, 2_250)],
    wanted: { value: [12, 15.5], within: [3, 60] },
  },
  'one sale of 100 pieces': {
    rows: [...every(6, 30, 100, 2), { ...at(1, 40), quantity: 100 }],
    wanted: { value: [93, 104] },
  },
  'no sale in the window, older ones known': {
    rows: every(20, 8, 120, 500),
    wanted: { value: [100, 155], tiers: ['modelled'] },
  },
  'a last price a day before it leaves the window, and a day after': {
    rows: [at(364, 120)],
    wanted: { value: [110, 145], tiers: ['low'] },
  },
  'five sales in a year, far from the list price': {
    rows: [at(300, 40), at(220, 44), at(150, 42), at(80, 45), at(20, 41)],
    listPrice: 100,
    kinds: ['sealed'],
    wanted: { value: [38, 47.25] },
  },
  'one source alone moves no level while another one sells as before': {
    rows: [
      ...every(10, 20, 100, 4),
      ...every(10, 20, 100, 9).map((row) => ({ ...row, source: 1 })),
      at(0, 170, 1),
      at(1, 170, 1),
      at(2, 170, 1),
      at(3, 170, 1),
    ],
    wanted: { value: [95, 175], reaches: [100, 165] },
  },
};

describe.each(MARKETS)('robust values: %s', (_, model) => {
  describe.each(Object.entries(CASES))('%s', (_name, { rows, wanted, listPrice, kinds = KINDS }) => {
    it.each(kinds)('%s', (kind) => {
      const facts = { ...unknown, listPriceCents: listPrice === undefined ? null : 100 * listPrice };
      const market = marketFromRows([{ facts, sales: { [kind]: rows } }]);
      const { valueCents, lowCents, highCents, tier } = valueAt(valueWithModel(market, TODAY, model), 0)!;
      const shown = { value: valueCents / 100, low: lowCents / 100, high: highCents / 100, tier };
      const { value, reaches = [], within = [0, Number.POSITIVE_INFINITY], tiers = [tier] } = wanted;
      expect(shown.value).toBeGreaterThanOrEqual(value![0]);
      expect(shown.value).toBeLessThanOrEqual(value![1]);
      expect(shown.low).toBeLessThanOrEqual(Math.min(...reaches, shown.value));
      expect(shown.high).toBeGreaterThanOrEqual(Math.max(...reaches, shown.value));
      expect(shown.low).toBeGreaterThanOrEqual(within[0]);
      expect(shown.high).toBeLessThanOrEqual(within[1]);
      expect(tiers).toContain(tier);
    });
  });

  it('the larger of two clusters, in 200 orders of its sales', () => {
    const random = sequence(11);
    const prices = [
      ...Array.from({ length: 117 }, () => 400 * Math.exp(0.5 * (random() + random() - 1))),
      ...Array.from({ length: 26 }, () => 30 + 65 * random()),
    ];
    for (let order = 0; order < 200; order++) {
      const shuffled = prices.map((price) => ({ price, place: random() })).sort((a, b) => a.place - b.place);
      const rows = shuffled.map(({ price }, sale) => at(Math.floor(2.4 * sale), price));
      const values = valueWithModel(marketFromRows([{ facts: unknown, sales: { sealed: rows } }]), TODAY, model);
      expect(values.valueCents[0]!).toBeGreaterThan(24_000);
      expect(values.valueCents[0]!).toBeLessThan(66_000);
    }
  });

  const both = (sealed: SaleRow[], used: SaleRow[], facts = unknown) => {
    const values = valueWithModel(marketFromRows([{ facts, sales: { sealed, used } }]), TODAY, model);
    return [valueAt(values, 0), valueAt(values, 1)] as const;
  };

  it('one absurd sealed price moves the used value no further', () => {
    const [, used] = both([at(10, 1_500), ...every(20, 10, 150, 15)], every(15, 20, 96));
    expect(used!.valueCents / 9_600).toBeCloseTo(1, 1);
  });

  it('used sales only: a sealed value, as modelled', () => {
    const [sealed, used] = both([], every(15, 20, 96));
    expect(sealed).toMatchObject({ tier: 'modelled' });
    expect(sealed!.valueCents).toBeGreaterThan(used!.valueCents);
  });

  it('used above sealed: pulled down, unless many own sales insist', () => {
    const [sealed, used] = both(every(10, 20, 100), [at(0, 125)]);
    expect(used!.valueCents).toBeLessThan(sealed!.valueCents);
    const [, insisting] = both(every(10, 20, 100), every(10, 30, 150));
    expect(insisting!.valueCents).toBeGreaterThan(13_000);
  });

  it('an announced set: list price at most, no used value', () => {
    const announced = {
      ...unknown,
      releaseDay: TODAY + 30,
      exitDay: null,
      listPriceCents: 5_000,
      retailPriceCents: 6_500,
    };
    const [sealed, used] = both([], [], announced);
    expect(sealed!.valueCents).toBeLessThanOrEqual(5_000);
    expect(used).toBeNull();
  });

  it('a last sale leaves the window without a jump', () => {
    const rows = [at(0, 200), at(40, 210), at(300, 150)];
    const market = marketFromRows([{ facts: { ...unknown, listPriceCents: 10_000 }, sales: { sealed: rows } }]);
    const [before, after] = [364, 365].map((days) => valueAt(valueWithModel(market, TODAY + days, model), 0)!);
    expect(Math.abs(after!.valueCents / before!.valueCents - 1)).toBeLessThan(0.1);
    expect(after!.tier).toBe('modelled');
  });

  it('no order of the rows changes anything', () => {
    const random = sequence(5);
    const rows = Array.from({ length: 80 }, () => ({
      ...at(Math.floor(60 * random()), 100 * Math.exp(random()), Math.floor(3 * random())),
      quantity: 1 + Math.floor(3 * random()),
    }));
    const values = Array.from({ length: 5 }, () =>
      both(
        rows.toSorted(() => random() - 0.5),
        rows.slice(0, 20),
      ),
    );
    for (const value of values) expect(value).toEqual(values[0]);
  });
});

describe('no market, no price', () => {
  it('nothing has a value where no sale of its kind of market is known', () => {
    const listed = { ...unknown, listPriceCents: 84_999 };
    const items: ItemRows[] = [
      { facts: listed, sales: { sealed: [], used: [] } },
      { facts: unknown, sales: { figureNew: every(10, 20, 5), figureUsed: [] } },
    ];
    const market = marketFromRows(items);
    const values = valueWithModel(market, TODAY, learnMarket(market, TODAY));
    expect([valueAt(values, 0), valueAt(values, 1)]).toEqual([null, null]);
    expect(valueAt(values, 2)).toMatchObject({ tier: 'medium' });
    expect(valueAt(values, 3)).toMatchObject({ tier: 'modelled' });
  });
});
