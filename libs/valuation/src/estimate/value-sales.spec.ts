import { type Condition, type ItemKind, type MarketSale, parseIsoDay, startOfDay } from '@brickmarket/domain';
import { marketFromRows } from '../kernel/market.ts';
import { valueAt } from './market-values.ts';
import { valueSales } from './value-sales.ts';
import { valueWholeMarket } from '../learn/learn-market.ts';

const TODAY = parseIsoDay('2026-11-17')!;

function sales(itemKind: ItemKind, itemNumber: string, condition: Condition, ...prices: number[]): MarketSale[] {
  return prices.map((priceCents, index) => ({
    itemKind,
    itemNumber,
    condition,
    soldAt: startOfDay(TODAY - 5 * index),
    priceCents,
    quantity: 1,
    source: 'market',
    sourceRef: `${itemNumber} ${condition} ${index}`,
  }));
}

describe('valueSales', () => {
  const castle = sales('set', '6080-1', 'sealed', 40_000, 41_000, 39_000, 40_500, 39_500, 40_000);
  const castleUsed = sales('set', '6080-1', 'used', 20_000, 20_500, 19_500, 20_000, 20_200, 19_900);
  const knight = sales('minifig', 'cas001', 'used', 500, 520, 480, 500, 510, 490);

  it('values each item in each condition as a market of the same rows', () => {
    const rows = (list: MarketSale[]) =>
      list.map(({ soldAt, priceCents }) => ({ day: Math.floor(soldAt.getTime() / 86_400_000), priceCents }));
    const facts = { theme: null, year: null, releaseDay: null, exitDay: null };
    const unpriced = { ...facts, listPriceCents: null, retailPriceCents: null };
    const market = marketFromRows([
      { facts: unpriced, sales: { sealed: rows(castle), used: rows(castleUsed) } },
      { facts: unpriced, sales: { figureNew: [], figureUsed: rows(knight) } },
    ]);
    const { values } = valueWholeMarket(market, TODAY);
    expect(valueSales([...castle, ...castleUsed, ...knight], TODAY)).toEqual([
      { itemKind: 'set', itemNumber: '6080-1', condition: 'sealed', ...valueAt(values, 0) },
      { itemKind: 'set', itemNumber: '6080-1', condition: 'used', ...valueAt(values, 1) },
      { itemKind: 'minifig', itemNumber: 'cas001', condition: 'sealed', ...valueAt(values, 2) },
      { itemKind: 'minifig', itemNumber: 'cas001', condition: 'used', ...valueAt(values, 3) },
    ]);
  });

  it('does not depend on the order of the sales of an item', () => {
    expect(valueSales([...castle.toReversed(), ...knight], TODAY)).toEqual(valueSales([...castle, ...knight], TODAY));
  });

  it('leaves out sales after the day', () => {
    expect(valueSales(castle, TODAY - 40)).toEqual([]);
  });

  it('uses what is known of an item: a set on sale is worth about its retail price without a sale of its own', () => {
    const facts = { theme: null, year: 2026, releaseDay: TODAY - 100, exitDay: null };
    const factsOf = () => ({ ...facts, listPriceCents: 50_000, retailPriceCents: 45_000 });
    const [used] = sales('set', '10-1', 'used', 30_000);
    const [first] = valueSales([used!], TODAY, { factsOf });
    expect(first).toMatchObject({ itemNumber: '10-1', condition: 'sealed', tier: 'modelled' });
    expect(first!.valueCents / 45_000).toBeCloseTo(1, 1);
  });
});
