import { type ItemRows, marketFromRows, marketOf, sampleOfMarket, soldSeriesOf } from './market.ts';

const facts = {
  theme: null,
  year: null,
  releaseDay: null,
  exitDay: null,
  listPriceCents: null,
  retailPriceCents: null,
};
const items = Array.from({ length: 9 }, (_, n): ItemRows => {
  const rows = [{ day: 20_000 + n, priceCents: 100 + n }];
  return { facts, sales: n % 3 === 2 ? { figureUsed: rows } : { sealed: rows, used: rows } };
});

describe('sampleOfMarket', () => {
  const market = marketFromRows(items);

  it('is the market itself when that has no more sales than enough', () => {
    expect(sampleOfMarket(market, market.sales.day.length)).toBe(market);
  });

  it('counts the sales of a sample, not of the market that it was taken from', () => {
    const half = sampleOfMarket(market, market.sales.day.length / 2);
    expect(sampleOfMarket(half, Math.ceil(market.sales.day.length / 2))).toBe(half);
  });

  it('takes every so many items, each whole, and keeps used with sealed', () => {
    const { series } = sampleOfMarket(market, market.sales.day.length / 2);
    expect(series.map(({ kind, start }) => [kind, market.sales.day[start]! - 20_000])).toEqual([
      ['sealed', 0],
      ['used', 0],
      ['figureUsed', 2],
      ['sealed', 4],
      ['used', 4],
      ['sealed', 6],
      ['used', 6],
      ['figureUsed', 8],
    ]);
    for (const [at, one] of series.entries()) expect(one.sealedSeries).toBe(one.kind === 'used' ? at - 1 : null);
  });
});

describe('soldSeriesOf', () => {
  it('takes items that sold in either condition, each whole, and no others', () => {
    const rows = [{ day: 20_000, priceCents: 100 }];
    const none: ItemRows = { facts, sales: { sealed: [], used: [] } };
    const [bySealed, byUsed] = [
      { facts, sales: { sealed: rows, used: [] } },
      { facts, sales: { sealed: [], used: rows } },
    ];
    const market = marketFromRows([none, bySealed, none, byUsed, { facts, sales: { figureNew: [] } }, none]);
    expect(soldSeriesOf(market)).toEqual([2, 3, 6, 7]);
    const { series } = marketOf(market, [2, 3, 6, 7]);
    expect(series.map(({ kind, start, end, sealedSeries }) => [kind, end - start, sealedSeries])).toEqual([
      ['sealed', 1, null],
      ['used', 0, 0],
      ['sealed', 0, null],
      ['used', 1, 2],
    ]);
  });
});
