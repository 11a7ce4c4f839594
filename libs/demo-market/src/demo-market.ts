import {
  type Cents,
  type Condition,
  type EpochDay,
  type ItemKind,
  type LegoSet,
  type MarketSale,
  type Minifig,
  MS_PER_DAY,
  type RetailObservation,
  roundHalfAwayFromZero,
  type SetMinifig,
} from '@brickmarket/domain';
import { type AccountBooks, drawBooks } from './accounts/account-books.ts';
import type { AccountProfile } from './accounts/account-profile.ts';
import { type Catalogue, drawCatalogue, publishedFigure, publishedSet } from './catalogue/catalogue.ts';
import { checkMarketOptions, contains, type Interval, type MarketOptions } from './market-options.ts';
import { retailCrawl, retailFeed } from './retail/retail-feed.ts';
import { salesOfMonth, tradingMonths } from './sales/month-of-sales.ts';
import { type Temperament, TEMPERAMENTS } from './sales/temperaments.ts';
import { figureTradables, setTradables, type Tradable } from './sales/tradable.ts';
import { drawClimate, type ThemeClimate } from './truth/market-climate.ts';
import { TrueValues, sampleTruth, type TruthSample } from './truth/true-values.ts';

/**
 * A plausible market that is a pure function of its options. It yields only feed records, as an importer would read
 * them; derived numbers are left to the service.
 *
 * Every entity draws from a random stream of its own, on an absolute time line. So a market with a later as-of instant
 * has the same past, and one with more sets contains the smaller one.
 */
export class DemoMarket {
  private readonly catalogue: Catalogue;
  private readonly climate: readonly ThemeClimate[];
  private readonly temperament: Temperament;
  private readonly truth: TrueValues;

  constructor(readonly options: MarketOptions) {
    checkMarketOptions(options);
    this.catalogue = drawCatalogue(options);
    this.climate = drawClimate(this.catalogue);
    this.temperament = TEMPERAMENTS[options.temperament ?? 'ordinary'];
    this.truth = new TrueValues(this.catalogue, this.climate, this.temperament);
  }

  /** The whole history: as many years back from the as-of instant as the options say. */
  get history(): Interval {
    return {
      after: new Date(this.options.asOf.getTime() - Math.round(this.options.years * 365.25) * MS_PER_DAY),
      until: this.options.asOf,
    };
  }

  *sets(): Generator<LegoSet> {
    for (const set of this.catalogue.sets) yield publishedSet(set, this.catalogue);
  }

  *minifigs(): Generator<Minifig> {
    for (const figure of this.catalogue.figures) yield publishedFigure(figure);
  }

  setMinifigs(): Iterable<SetMinifig> {
    return this.catalogue.links;
  }

  /** Sales in an interval (by default the whole history) up to the as-of instant, item by item, each oldest first. */
  *sales(interval: Interval = this.history): Generator<MarketSale> {
    const within = this.upToNow(interval);
    const months = tradingMonths(within);
    for (const item of this.tradables()) {
      for (const month of months) {
        for (const sale of salesOfMonth(item, month))
          if (!month.isPartial || contains(within, sale.soldAt.getTime())) yield sale;
      }
    }
  }

  /**
   * Price observations in an interval (by default the whole history), page by page, each oldest first: one when a price
   * changes, and some in between.
   */
  retailObservations(interval: Interval = this.history): Iterable<RetailObservation> {
    return retailFeed(this.catalogue, this.climate, this.upToNow(interval));
  }

  /** One observation of every watched page at the as-of instant, as after a complete crawl. */
  retailCrawl(): Iterable<RetailObservation> {
    return retailCrawl(this.catalogue, this.climate, this.options.asOf);
  }

  /** The holdings and sales of an account up to the as-of instant; the profile need not be one of ACCOUNT_PROFILES. */
  booksOf(profile: AccountProfile): AccountBooks {
    return drawBooks(profile, this.catalogue, this.truth);
  }

  /**
   * The true value of an item on a day: what every noisy sale of it is drawn around. Null when there is no such item,
   * it is not out yet, or the day is after the as-of instant.
   */
  trueValueCents(itemKind: ItemKind, itemNumber: string, condition: Condition, day: EpochDay): Cents | null {
    const entry = this.truth.find(itemKind, itemNumber);
    return entry === null || day < entry.firstDay || day > this.catalogue.asOfDay
      ? null
      : roundHalfAwayFromZero(Math.exp(entry.path.logCents(condition, day)));
  }

  /** True values of all items in both conditions every so many days of the history, for backtests. */
  *truthSamples(everyDays: number, interval: Interval = this.history): Generator<TruthSample> {
    yield* sampleTruth(this.tradables(), everyDays, interval);
  }

  private upToNow({ after, until }: Interval): Interval {
    return { after, until: until < this.options.asOf ? until : this.options.asOf };
  }

  private *tradables(): Generator<Tradable> {
    const { sets, figures, asOfDay } = this.catalogue;
    for (const set of sets)
      if (set.releaseDay <= asOfDay) yield* setTradables(set, this.climate[set.themeIndex]!, asOfDay, this.temperament);
    for (const figure of figures)
      if (figure.firstDay <= asOfDay)
        yield* figureTradables(figure, this.climate[figure.themeIndex]!, asOfDay, this.temperament);
  }
}
