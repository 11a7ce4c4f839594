import type { Condition } from '@brickmarket/domain';
import type { ItemToValue, SaleSeriesHandler } from '@brickmarket/persistence-ports';
import type { ItemSeries, Market } from '@brickmarket/valuation';
import { groupSales, SeriesIndex } from './group-sales.ts';

/** Which item and condition a series of a market is about. A new minifigure counts as sealed. */
export interface SeriesOwner {
  readonly item: ItemToValue;
  readonly condition: Condition;
}

/** A market as the valuation takes it, with whose series they are. */
export interface GatheredMarket {
  readonly market: Market;
  readonly owners: readonly SeriesOwner[];
}

const FIGURE_KINDS = { sealed: 'figureNew', used: 'figureUsed' } as const;

/** Makes the series of items, sealed before used, and gives them their sales. */
export async function gatherMarket(
  items: readonly ItemToValue[],
  read: (take: SaleSeriesHandler) => Promise<void>,
  expectedSales?: number,
): Promise<GatheredMarket> {
  const index = new SeriesIndex(items.reduce((largest, { itemId }) => Math.max(largest, itemId), 0));
  const owners: SeriesOwner[] = [];
  for (const item of items) {
    index.add(item.itemId, 'sealed', owners.length);
    owners.push({ item, condition: 'sealed' });
    index.add(item.itemId, 'used', owners.length);
    owners.push({ item, condition: 'used' });
  }
  const { sales, start, end } = await groupSales(index, owners.length, read, expectedSales);
  const series = owners.map(({ item, condition }, at): ItemSeries => ({
    kind: item.isMinifig ? FIGURE_KINDS[condition] : condition,
    facts: item,
    start: start[at]!,
    end: end[at]!,
    sealedSeries: condition === 'used' ? at - 1 : null,
  }));
  return { market: { sales, series }, owners };
}
