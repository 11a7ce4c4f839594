import type { ItemSeries, Market } from './market.ts';

/**
 * A market of every so many items, with about `enoughSales` sales; the market itself when it has no more. Items are kept
 * whole: a used series stays with the sealed one of the same set. Shares the columns, which are not copied.
 */
export function sampleOfMarket(market: Market, enoughSales: number): Market {
  const stride = Math.ceil(market.sales.day.length / enoughSales);
  if (stride <= 1) return market;
  const series: ItemSeries[] = [];
  let item = -1;
  for (const one of market.series) {
    if (one.sealedSeries === null) item++;
    if (item % stride !== 0) continue;
    series.push(one.sealedSeries === null ? one : { ...one, sealedSeries: series.length - 1 });
  }
  return { sales: market.sales, series };
}
