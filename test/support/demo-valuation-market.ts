import { type Condition, type EpochDay, epochDayOf, type ItemKind } from '@brickmarket/domain';
import type { DemoMarket } from '@brickmarket/demo-market';
import { compareSales, type ItemFacts, type ItemRows, type Market, marketFromRows, type SaleRow, type SeriesKind } from '@brickmarket/valuation';

/** A demo market as the valuation sees it, and the true value behind each of its sales, in the same order. */
export interface KnownMarket {
  readonly market: Market;
  readonly trueCents: Int32Array;
}

interface KnownSale extends SaleRow {
  readonly condition: Condition;
}

/** Groups the sales of a demo market by item, without any import or storage in between. */
export function demoValuationMarket(demo: DemoMarket): KnownMarket {
  const sales = salesByItem(demo);
  const items: ItemRows[] = [];
  const trueCents: number[] = [];
  const add = (itemKind: ItemKind, itemNumber: string, facts: ItemFacts): void => {
    const known = sales.get(itemKey(itemKind, itemNumber)) ?? [];
    const rows: Partial<Record<SeriesKind, readonly KnownSale[]>> = itemKind === 'minifig'
      ? { minifig: known }
      : { sealed: known.filter((sale) => sale.condition === 'sealed'), used: known.filter((sale) => sale.condition === 'used') };
    items.push({ facts, sales: rows });
    for (const series of Object.values(rows)) {
      for (const sale of series.toSorted(compareSales)) trueCents.push(demo.trueValueCents(itemKind, itemNumber, sale.condition, sale.day)!);
    }
  };
  for (const set of demo.sets()) {
    add('set', set.setNumber, { theme: set.theme, year: set.year, releaseDay: set.releaseDay, exitDay: set.exitDay, listPriceCents: set.msrpCents, retailPriceCents: null });
  }
  for (const figure of demo.minifigs()) {
    add('minifig', figure.minifigNumber, { theme: figure.category, year: figure.yearReleased, releaseDay: null, exitDay: null, listPriceCents: null, retailPriceCents: null });
  }
  return { market: marketFromRows(items), trueCents: Int32Array.from(trueCents) };
}

function salesByItem(demo: DemoMarket): Map<string, KnownSale[]> {
  const byItem = new Map<string, KnownSale[]>();
  for (const { itemKind, itemNumber, soldAt, priceCents, quantity, condition } of demo.sales()) {
    const day: EpochDay = epochDayOf(soldAt);
    const key = itemKey(itemKind, itemNumber);
    const list = byItem.get(key);
    if (list) list.push({ day, priceCents, quantity, condition });
    else byItem.set(key, [{ day, priceCents, quantity, condition }]);
  }
  return byItem;
}

function itemKey(itemKind: ItemKind, itemNumber: string): string {
  return `${itemKind} ${itemNumber}`;
}
