import { type Condition, type EpochDay, epochDayOf, type ItemKind, type MarketSale } from '@brickmarket/domain';
import { type ItemValue, valueAt } from './market-values.ts';
import { type ItemFacts, marketFromRows, type SeriesKind } from '../kernel/market.ts';
import type { SaleRow } from '../kernel/sale-columns.ts';
import { valueWholeMarket } from '../learn/learn-market.ts';

/** A set or a minifigure. */
export interface ItemOfMarket {
  readonly itemKind: ItemKind;
  readonly itemNumber: string;
}

/** The value of an item in one condition. */
export interface ValuedItem extends ItemOfMarket, ItemValue {
  readonly condition: Condition;
}

/** What is known of the items apart from their sales. */
export interface SalesValuationOptions {
  /** Null where nothing is known. Without facts an item is valued by its sales alone. */
  readonly factsOf?: (item: ItemOfMarket) => ItemFacts | null;
}

const NOTHING_KNOWN: ItemFacts = {
  theme: null,
  year: null,
  releaseDay: null,
  exitDay: null,
  listPriceCents: null,
  retailPriceCents: null,
};

const KINDS: Readonly<Record<ItemKind, Readonly<Record<Condition, SeriesKind>>>> = {
  set: { sealed: 'sealed', used: 'used' },
  minifig: { sealed: 'figureNew', used: 'figureUsed' },
};

/**
 * Values all items of a list of observed sales, in any order, on a day; sales after it, and those of incomplete copies,
 * do not count. An item has a value for each condition that its sales, or those of its other condition, tell enough
 * about. Items are in the order of their first sale in the list, sealed before used. For markets of millions of sales,
 * `marketFromRows` and `learnMarket` need no objects.
 */
export function valueSales(
  sales: Iterable<MarketSale>,
  asOf: EpochDay,
  { factsOf = () => null }: SalesValuationOptions = {},
): readonly ValuedItem[] {
  const items = new Map<string, { item: ItemOfMarket; rows: Record<Condition, SaleRow[]> }>();
  const counted = [...sales].filter(({ isIncomplete }) => isIncomplete !== true);
  const sources = [...new Set(counted.map(({ source }) => source))].sort();
  const numberOf = new Map(sources.map((source, at) => [source, at]));
  for (const { itemKind, itemNumber, condition, soldAt, priceCents, quantity, source } of counted) {
    const key = `${itemKind} ${itemNumber}`;
    const known = items.get(key) ?? { item: { itemKind, itemNumber }, rows: { sealed: [], used: [] } };
    known.rows[condition].push({ day: epochDayOf(soldAt), priceCents, quantity, source: numberOf.get(source)! });
    items.set(key, known);
  }
  const listed = [...items.values()];
  const market = marketFromRows(
    listed.map(({ item, rows }) => ({
      facts: factsOf(item) ?? NOTHING_KNOWN,
      sales: { [KINDS[item.itemKind].sealed]: rows.sealed, [KINDS[item.itemKind].used]: rows.used },
    })),
  );
  const { values } = valueWholeMarket(market, asOf);
  return listed.flatMap(({ item }, index) =>
    (['sealed', 'used'] as const).flatMap((condition, offset) => {
      const value = valueAt(values, 2 * index + offset);
      return value === null ? [] : [{ ...item, condition, ...value }];
    }),
  );
}
