import { type EpochDay, epochDayOf, type LegoSet } from '@brickmarket/domain';
import type { MarketOptions } from '../market-options.ts';
import { childKey, normal, Purpose, RandomStream, rootKey, type StreamKey } from '../random/random-stream.ts';
import { drawTradedFigure, type FigureBlueprint } from './figure-blueprint.ts';
import { eanFor, upcFor } from './item-codes.ts';
import type { RealCatalog } from './real-catalog.ts';
import { drawTradedSet, type SetBlueprint, type TradedFacts } from './set-blueprint.ts';

export interface TradedCatalog {
  readonly key: StreamKey;
  readonly salt: number;
  readonly asOfDay: EpochDay;
  readonly sets: readonly SetBlueprint[];
  readonly figures: readonly FigureBlueprint[];
  /** Typical yearly log growth after retirement, by theme index. */
  readonly growthByTheme: readonly number[];
  readonly setByNumber: ReadonlyMap<string, SetBlueprint>;
  readonly figureByNumber: ReadonlyMap<string, FigureBlueprint>;
}

const FIRST_TRADED_YEAR = 2010;
const LEAST_PIECES = 20;
/** Not sold as sets, or not to everybody. */
const UNTRADED_THEMES: ReadonlySet<string> = new Set([
  'Books',
  'Educational and Dacta',
  'FIRST LEGO League',
  'Gear',
  'LEGO Brand Store',
  'Legoland Parks',
  'Other',
  'Promotional',
]);

/** Large sets are traded more often. A market of more sets contains those of fewer. */
export function drawTradedCatalog(options: MarketOptions, real: RealCatalog): TradedCatalog {
  const key = rootKey(options.seed);
  const asOfDay = epochDayOf(options.asOf);
  const themes = [...new Set(real.sets.map((set) => set.theme))].toSorted();
  const traded = drawn(key, options.sets, tradable(real, themes), ({ setNumber, pieces }) => [setNumber, pieces]).map(
    ([setKey, facts]) => drawTradedSet(setKey, facts),
  );
  const sets = traded.filter((set) => set.announcedDay <= asOfDay);
  const figures = drawFigures(key, options.minifigs, real, traded).filter((figure) => figure.announcedDay <= asOfDay);
  return {
    key,
    salt: codeSalt(key),
    asOfDay,
    sets,
    figures,
    growthByTheme: themes.map((_, index) => themeGrowth(key, index)),
    setByNumber: new Map(sets.map((set) => [set.setNumber, set])),
    figureByNumber: new Map(figures.map((figure) => [figure.minifigNumber, figure])),
  };
}

export function codeSalt(key: StreamKey): number {
  return (key.high >>> 0) % 90_000;
}

/** As published on the as-of day: details may be missing and the exit unannounced. */
export function publishedSet(set: SetBlueprint, { salt, asOfDay }: TradedCatalog): LegoSet {
  const { setNumber, title, theme, subtheme, year, pieces, imageUrl, hasDetails, box } = set;
  return {
    setNumber,
    title,
    theme,
    subtheme,
    year,
    pieces,
    imageUrl,
    upc: hasDetails ? upcFor(set.ordinal, salt) : null,
    ean: hasDetails ? eanFor(set.ordinal, salt) : null,
    msrpCents: hasDetails ? set.listPriceCents : null,
    releaseDay: hasDetails ? set.releaseDay : null,
    exitDay: hasDetails && set.exitKnownDay <= asOfDay ? set.exitDay : null,
    box,
  };
}

function tradable({ sets, links }: RealCatalog, themes: readonly string[]): TradedFacts[] {
  const figureCounts = new Map<string, number>();
  for (const { setNumber, quantity } of links)
    figureCounts.set(setNumber, (figureCounts.get(setNumber) ?? 0) + quantity);
  const themeIndexes = new Map(themes.map((theme, index) => [theme, index]));
  return sets.flatMap((set) => {
    const { setNumber, year, pieces, theme } = set;
    const [, base, variant] = /^(\d{4,7})-(\d)$/.exec(setNumber) ?? [];
    if (base === undefined || year === null || year < FIRST_TRADED_YEAR) return [];
    if (pieces < LEAST_PIECES || UNTRADED_THEMES.has(theme)) return [];
    return {
      ...set,
      year,
      ordinal: Number(variant) * 10_000_000 + Number(base),
      themeIndex: themeIndexes.get(theme)!,
      figureCount: figureCounts.get(setNumber) ?? 0,
    };
  });
}

function drawFigures(
  key: StreamKey,
  size: number,
  { links }: RealCatalog,
  traded: readonly SetBlueprint[],
): FigureBlueprint[] {
  const byNumber = new Map(traded.map((set) => [set.setNumber, set]));
  const appearances = new Map<string, [SetBlueprint, ...SetBlueprint[]]>();
  for (const { setNumber, minifigNumber } of links) {
    const set = byNumber.get(setNumber);
    if (set === undefined) continue;
    const others = appearances.get(minifigNumber);
    if (others) others.push(set);
    else appearances.set(minifigNumber, [set]);
  }
  return drawn(key, size, [...appearances], ([minifigNumber]) => [minifigNumber, 1]).map(
    ([figureKey, [minifigNumber, sets]]) => drawTradedFigure(figureKey, minifigNumber, sets),
  );
}

/** So many of the items with their keys, in the order of a race that heavier ones tend to win. */
function drawn<T>(
  marketKey: StreamKey,
  size: number,
  items: readonly T[],
  entryOf: (item: T) => readonly [number: string, weight: number],
): (readonly [StreamKey, T])[] {
  return items
    .map((item) => {
      const [number, weight] = entryOf(item);
      const key = childKey(childKey(marketKey, Purpose.itemFacts), rootKey(number).high);
      const luck = 1 - new RandomStream(childKey(key, Purpose.choice)).uniform();
      return { key, item, finish: -Math.log(luck) / weight ** 0.75 };
    })
    .toSorted((a, b) => a.finish - b.finish)
    .slice(0, size)
    .map(({ key, item }) => [key, item] as const);
}

function themeGrowth(key: StreamKey, index: number): number {
  return 0.06 + 0.04 * normal(new RandomStream(childKey(childKey(key, Purpose.themeGrowth), index)));
}
