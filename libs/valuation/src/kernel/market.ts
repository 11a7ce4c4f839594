import { ASSUMED_SHELF_YEARS, type Cents, type EpochDay, epochDayFromParts, type ShelfLife } from '@brickmarket/domain';
import { type SaleColumns, saleColumnsFrom, type SaleRow } from './sale-columns.ts';

/** A market of its own: sealed or used copies of a set, new or used pieces of a minifigure. */
export type SeriesKind = 'sealed' | 'used' | 'figureNew' | 'figureUsed';
export const SERIES_KINDS: readonly SeriesKind[] = ['sealed', 'used', 'figureNew', 'figureUsed'];

/** What the prior may know of an item apart from its sales. Null means unknown. */
export interface ItemFacts extends ShelfLife {
  readonly theme: string | null;
  readonly listPriceCents: Cents | null;
  /** What a retailer asks for it now; null when none sells it. */
  readonly retailPriceCents: Cents | null;
  /** The least that others ask for it now. */
  readonly thirdPartyPriceCents?: Cents | null;
  /** The least that anybody asks or last asked for it on the pages that still list it. */
  readonly lastPriceCents?: Cents | null;
}

/** The sales of one item in one market, as a slice of the columns. */
export interface ItemSeries {
  readonly kind: SeriesKind;
  readonly facts: ItemFacts;
  readonly start: number;
  readonly end: number;
  /** For a used series the position of the same item's sealed or new one; null when there is none. */
  readonly sealedSeries: number | null;
}

/** All series that are valued together, over one set of columns. */
export interface Market {
  readonly sales: SaleColumns;
  readonly series: readonly ItemSeries[];
}

/** The day a set left, or will leave, the shelves: announced, else assumed from its year; null when unknown. */
export function retirementDayOf(shelfLife: ShelfLife): EpochDay | null {
  if (shelfLife.exitDay !== null) return shelfLife.exitDay;
  return shelfLife.year === null ? null : epochDayFromParts(shelfLife.year + ASSUMED_SHELF_YEARS, 1, 1);
}

/** One item with its sales by market: `sealed` and `used` of a set, `figureNew` and `figureUsed` of a figure. */
export interface ItemRows {
  readonly facts: ItemFacts;
  readonly sales: Readonly<Partial<Record<SeriesKind, readonly SaleRow[]>>>;
}

/** A market from plain rows, a series for each list of sales (empty ones too), in the order of `SERIES_KINDS`. */
export function marketFromRows(items: readonly ItemRows[]): Market {
  const series: ItemSeries[] = [];
  const slices: (readonly SaleRow[])[] = [];
  let end = 0;
  for (const { facts, sales } of items) {
    let lead: number | null = null;
    for (const kind of SERIES_KINDS) {
      const rows = sales[kind];
      if (rows === undefined) continue;
      const isLead = kind === 'sealed' || kind === 'figureNew';
      slices.push(rows);
      series.push({ kind, facts, start: end, end: (end += rows.length), sealedSeries: isLead ? null : lead });
      if (isLead) lead = series.length - 1;
    }
  }
  return { series, sales: saleColumnsFrom(slices) };
}

/** About `enoughSales` sales of every so many items, each whole; the market itself when it has no more. */
export function sampleOfMarket(market: Market, enoughSales: number): Market {
  // Not the length of the columns: a sample has those of the whole market.
  const sales = market.series.reduce((sum, { start, end }) => sum + end - start, 0);
  const stride = Math.ceil(sales / enoughSales);
  if (stride <= 1) return market;
  let item = -1;
  const isTaken = ({ sealedSeries }: ItemSeries): boolean => (sealedSeries === null ? ++item : item) % stride === 0;
  return marketOf(
    market,
    [...market.series.keys()].filter((at) => isTaken(market.series[at]!)),
  );
}

/** The positions of all items that ever sold: the others teach nothing, and are most of a real catalog. */
export function soldSeriesOf(market: Market): readonly number[] {
  const used = usedSeriesOf(market);
  const hasSales = (at: number): boolean => at >= 0 && market.series[at]!.end > market.series[at]!.start;
  return [...market.series.keys()].filter(
    (at) => hasSales(at) || hasSales(market.series[at]!.sealedSeries ?? used[at]!),
  );
}

/** The items at some positions, each whole, over the same columns. */
export function marketOf({ sales, series }: Market, positions: readonly number[]): Market {
  const taken = positions.map((at, place) => {
    const one = series[at]!;
    return one.sealedSeries === null ? one : { ...one, sealedSeries: place - 1 };
  });
  return { sales, series: taken };
}

/** For each series the used one of the same item; -1 where there is none. */
export function usedSeriesOf(market: Market): Int32Array {
  const used = new Int32Array(market.series.length).fill(-1);
  for (const [index, { sealedSeries }] of market.series.entries())
    if (sealedSeries !== null) used[sealedSeries] = index;
  return used;
}
