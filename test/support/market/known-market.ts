import {
  type Condition,
  type EpochDay,
  epochDayOf,
  firstDayOfMonth,
  type ItemKind,
  monthOfDay,
} from '@brickmarket/domain';
import {
  compareSales,
  type ItemFacts,
  type ItemRows,
  type Market,
  marketFromRows,
  type SaleRow,
  type SeriesKind,
} from '@brickmarket/valuation';
import type { InventedMarket } from './invented-market.ts';

export interface KnownMarket {
  readonly market: Market;
  /** On the day of each sale. */
  readonly trueCents: Int32Array;
  /** On the eve of the sale's month, or the item's first day if later. */
  readonly eveTrueCents: Int32Array;
}

interface KnownSale extends SaleRow {
  readonly condition: Condition;
}

export function demoValuationMarket(demo: InventedMarket): KnownMarket {
  const sales = salesByItem(demo);
  const items: ItemRows[] = [];
  const trueCents: number[] = [];
  const eveTrueCents: number[] = [];
  const add = (itemKind: ItemKind, itemNumber: string, facts: ItemFacts): void => {
    const known = sales.get(itemKey(itemKind, itemNumber)) ?? [];
    const sealed = known.filter((sale) => sale.condition === 'sealed');
    const used = known.filter((sale) => sale.condition === 'used');
    const rows: Partial<Record<SeriesKind, readonly KnownSale[]>> =
      itemKind === 'minifig' ? { figureNew: sealed, figureUsed: used } : { sealed, used };
    items.push({ facts, sales: rows });
    for (const series of Object.values(rows)) {
      for (const { condition, day } of series.toSorted(compareSales)) {
        const onDay = demo.trueValueCents(itemKind, itemNumber, condition, day)!;
        trueCents.push(onDay);
        eveTrueCents.push(
          demo.trueValueCents(itemKind, itemNumber, condition, firstDayOfMonth(monthOfDay(day)) - 1) ?? onDay,
        );
      }
    }
  };
  for (const set of demo.sets()) {
    add('set', set.setNumber, {
      theme: set.theme,
      year: set.year,
      releaseDay: set.releaseDay,
      exitDay: set.exitDay,
      listPriceCents: set.msrpCents,
      retailPriceCents: null,
    });
  }
  for (const figure of demo.minifigs()) {
    add('minifig', figure.minifigNumber, {
      theme: figure.category,
      year: figure.yearReleased,
      releaseDay: null,
      exitDay: null,
      listPriceCents: null,
      retailPriceCents: null,
    });
  }
  return {
    market: marketFromRows(items),
    trueCents: Int32Array.from(trueCents),
    eveTrueCents: Int32Array.from(eveTrueCents),
  };
}

function salesByItem(demo: InventedMarket): Map<string, KnownSale[]> {
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
