import { firstDayOfMonth, parseIsoMonth } from '@brickmarket/domain';
import { backtest } from './backtest/backtest.ts';
import { ExpertLosses, weightedMedian } from './expert-weights.ts';
import { EXPERTS } from './experts.ts';
import { type ItemRows, marketFromRows } from './market.ts';
import type { SaleRow } from './sale-columns.ts';
import { learnMarket } from './value-market.ts';

const LAST = parseIsoMonth('2026-10')!;
const END = firstDayOfMonth(LAST + 1) - 1;
const facts = {
  theme: null,
  year: null,
  releaseDay: null,
  exitDay: END - 2_000,
  listPriceCents: null,
  retailPriceCents: null,
};

function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

/** A shop's price on the same day of each month for three years, as it comes out of the one before. */
function monthlyOffers(next: (price: number, random: () => number, month: number) => number, items = 200): ItemRows[] {
  const random = sequence(4_711);
  return Array.from({ length: items }, () => {
    let price = 2_000 + 20_000 * random();
    const sealed = Array.from({ length: 36 }, (_, month): SaleRow => {
      price = next(price, random, month);
      return { day: firstDayOfMonth(LAST - 35 + month) + 14, priceCents: Math.round(price) };
    });
    return { facts, sales: { sealed } };
  });
}

/** Mostly unchanged; one in ten moves far, and stays where it is in half of the cases. */
function withJumps(): ItemRows[] {
  let isBack = 0;
  return monthlyOffers((price, random) => {
    if (isBack !== 0) {
      const back = price / isBack;
      isBack = 0;
      return back;
    }
    if (random() > 0.1) return random() < 0.3 ? price : price * (0.97 + 0.06 * random());
    const jump = random() < 0.5 ? 1.5 : 0.7;
    if (random() < 0.5) isBack = jump;
    return price * jump;
  });
}

describe('several ways to value beside each other', () => {
  it('are no worse than the last price where prices jump and stay, which a filter takes for outliers', () => {
    const { overall } = backtest(marketFromRows(withJumps()), LAST - 5, LAST);
    const { lastSale } = overall.baselines;
    expect(lastSale!.estimatorMdapePct!).toBeLessThanOrEqual(1.005 * lastSale!.sharedMdapePct!);
    expect(lastSale!.estimatorMalePct!).toBeLessThanOrEqual(1.03 * lastSale!.sharedMalePct!);
    expect(overall.estimator.coveragePct!).toBeGreaterThan(76);
    expect(overall.estimator.coveragePct!).toBeLessThan(84);
  });

  it('carry on what usually follows: a price that has risen is lower a month later', () => {
    const sawtooth = monthlyOffers(
      (price, random, month) => price * (month % 2 === 0 ? 1.1 : 1 / 1.1) * (0.995 + 0.01 * random()),
    );
    const { overall } = backtest(marketFromRows(sawtooth), LAST - 5, LAST);
    expect(overall.estimator.malePct!).toBeLessThan(0.5 * overall.baselines.lastSale!.sharedMalePct!);
  });

  it('tell items whose prices come back to a middle from items whose prices stay where they went', () => {
    let item = 0;
    let middle = 0;
    const mixed = monthlyOffers((price, random, month) => {
      if (month === 0) {
        item++;
        middle = price;
      }
      const move = 0.8 + 0.4 * random();
      return item % 2 === 0 ? middle * move : price * move;
    }, 400);
    const { overall } = backtest(marketFromRows(mixed), LAST - 5, LAST);
    // Who knows which item is which errs by 0.86 of the last price's error; who treats all alike by 0.96.
    expect(overall.estimator.malePct!).toBeLessThan(0.93 * overall.baselines.lastSale!.sharedMalePct!);
  });

  it('leave the filter alone where nothing was learned', () => {
    const { expertWeights } = learnMarket(marketFromRows(monthlyOffers((price) => price, 3)), END);
    expect(expertWeights.used[EXPERTS.indexOf('followed')]).toBe(1);
    expect(Math.max(...expertWeights.used.slice(1))).toBeLessThan(0.1);
  });

  it('count by what the sales after them showed: one that errs by 2 % more hardly counts', () => {
    const rows = Array.from({ length: 2_000 }, (_, at): SaleRow => ({
      day: END - 20,
      priceCents: Math.round(100_000 * Math.exp((at - 999.5) / 10_000)),
    }));
    const market = marketFromRows([{ facts, sales: { sealed: rows } }]);
    const opinions = new Float64Array(EXPERTS.length * market.series.length).fill(Number.NaN);
    const ofSealed = EXPERTS.length * market.series.findIndex(({ kind }) => kind === 'sealed');
    opinions.fill(Math.log(200_000), ofSealed, ofSealed + EXPERTS.length);
    // As many sales are within the usual miss of both; the mean miss of the second is 4 % larger.
    opinions[ofSealed + EXPERTS.indexOf('followed')] = Math.log(100_000);
    opinions[ofSealed + EXPERTS.indexOf('newest')] = Math.log(100_000) + 0.02;
    const losses = new ExpertLosses();
    losses.judge(market, opinions, END - 30, END);
    const { sealed } = losses.weights();
    expect(sealed[EXPERTS.indexOf('followed')]).toBe(1);
    expect(sealed[EXPERTS.indexOf('newest')]).toBeLessThan(0.05);
    expect(sealed[EXPERTS.indexOf('median30d')]).toBe(0);
  });

  it('are put together by their median: one that is far off moves nothing', () => {
    expect(weightedMedian([1, 9_000, 2, 3, 2], [1, 1, 1, 1, 0])).toBe(2);
    expect(weightedMedian([5, 1, 2], [3, 1, 1])).toBe(5);
    expect(weightedMedian([5, 5, 2], [1, 1, 1])).toBe(5);
  });
});
