import {
  type Cents,
  type Condition,
  type EpochDay,
  type ItemKind,
  type LegoSet,
  type MarketSale,
  MS_PER_DAY,
  type RetailObservation,
  roundHalfAwayFromZero,
} from '@brickmarket/domain';
import { type AccountBooks, drawBooks } from './accounts/account-books.ts';
import type { AccountProfile } from './accounts/account-profile.ts';
import type { RealCatalog } from './catalog/real-catalog.ts';
import { drawTradedCatalog, publishedSet, type TradedCatalog } from './catalog/traded-catalog.ts';
import { checkMarketOptions, contains, type Interval, type MarketOptions } from './market-options.ts';
import { retailCrawl, retailFeed } from './retail/retail-feed.ts';
import { salesOfMonth, type TradingMonth, tradingMonths } from './sales/month-of-sales.ts';
import { figureTradables, setTradables, type Tradable } from './sales/tradable.ts';
import { drawClimate, type ThemeClimate } from './truth/market-climate.ts';
import { TrueValues, sampleTruth, type TruthSample } from './truth/true-values.ts';

/** Pure function of its options. Streams per entity: a later or larger market contains the earlier one. */
export class DemoMarket {
  protected readonly climate: readonly ThemeClimate[];
  protected truth: TrueValues;

  constructor(
    readonly options: MarketOptions,
    protected readonly catalog: TradedCatalog,
  ) {
    checkMarketOptions(options);
    this.climate = drawClimate(this.catalog);
    this.truth = new TrueValues(this.catalog, this.climate);
  }

  get history(): Interval {
    return {
      after: new Date(this.options.asOf.getTime() - Math.round(this.options.years * 365.25) * MS_PER_DAY),
      until: this.options.asOf,
    };
  }

  *sets(): Generator<LegoSet> {
    for (const set of this.catalog.sets) yield publishedSet(set, this.catalog);
  }

  /** Up to the as-of instant, item by item, each oldest first. */
  *sales(interval: Interval = this.history): Generator<MarketSale> {
    const within = this.upToNow(interval);
    const months = tradingMonths(within);
    for (const item of this.tradables()) {
      for (const month of months) {
        for (const sale of this.salesOfMonth(item, month))
          if (!month.isPartial || contains(within, sale.soldAt.getTime())) yield sale;
      }
    }
  }

  /** Page by page, oldest first: at price changes and sometimes in between. */
  retailObservations(interval: Interval = this.history): Iterable<RetailObservation> {
    return retailFeed(this.catalog, this.climate, this.upToNow(interval));
  }

  /** Complete crawl at the as-of instant. */
  retailCrawl(): Iterable<RetailObservation> {
    return retailCrawl(this.catalog, this.climate, this.options.asOf);
  }

  /** Up to the as-of instant; any profile is allowed. */
  booksOf(profile: AccountProfile): AccountBooks {
    return drawBooks(profile, this.catalog, this.truth);
  }

  /** True value behind noisy sales. Null: unknown item, not released yet, or after the as-of instant. */
  trueValueCents(itemKind: ItemKind, itemNumber: string, condition: Condition, day: EpochDay): Cents | null {
    const entry = this.truth.find(itemKind, itemNumber);
    return entry === null || day < entry.firstDay || day > this.catalog.asOfDay
      ? null
      : roundHalfAwayFromZero(Math.exp(entry.path.logCents(condition, day)));
  }

  /** All items in both conditions, for backtests. */
  *truthSamples(everyDays: number, interval: Interval = this.history): Generator<TruthSample> {
    yield* sampleTruth(this.tradables(), everyDays, interval);
  }

  private upToNow({ after, until }: Interval): Interval {
    return { after, until: until < this.options.asOf ? until : this.options.asOf };
  }

  protected salesOfMonth(item: Tradable, month: TradingMonth): MarketSale[] {
    return salesOfMonth(item, month);
  }

  protected *tradables(): Generator<Tradable> {
    const { sets, figures, asOfDay } = this.catalog;
    for (const set of sets)
      if (set.releaseDay <= asOfDay) yield* setTradables(set, this.climate[set.themeIndex]!, asOfDay);
    for (const figure of figures)
      if (figure.firstDay <= asOfDay) yield* figureTradables(figure, this.climate[figure.themeIndex]!, asOfDay);
  }
}

export function demoMarketOn(real: RealCatalog, options: MarketOptions): DemoMarket {
  return new DemoMarket(options, drawTradedCatalog(options, real));
}
