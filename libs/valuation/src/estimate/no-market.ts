import type { EpochDay } from '@brickmarket/domain';
import { type Market, SERIES_KINDS, type SeriesKind } from '../kernel/market.ts';
import { firstAfterDay } from '../kernel/sale-columns.ts';
import type { ItemOpinion } from './appraiser.ts';
import { kindOfItem, type MarketModel } from './market-model.ts';

/** Whether any set, any minifigure was ever sold up to a day. */
export function soldKinds({ sales, series }: Market, asOf: EpochDay): MarketModel['hasSold'] {
  const sold = new Set<SeriesKind>();
  for (const { kind, start, end } of series) if (firstAfterDay(sales, start, end, asOf) > start) sold.add(kind);
  const any = (item: 'set' | 'minifig'): boolean =>
    SERIES_KINDS.some((kind) => kindOfItem(kind) === item && sold.has(kind));
  return { set: any('set'), minifig: any('minifig') };
}

/** Whether an item may have a value: something of its kind was sold, as far as the model or its own sales tell. */
export function hasMarket({ lead, used }: ItemOpinion, kind: SeriesKind, { hasSold }: MarketModel): boolean {
  return hasSold[kindOfItem(kind)] || lead.own !== null || (used !== null && used.own !== null);
}
