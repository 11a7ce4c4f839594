/** What the method fixes. How prices behave is learned from each market: see `PriceBehaviour`. */
export interface ValuationSettings {
  /** Sales this many days back count; days. */
  readonly windowDays: number;
  /** Of a series that sold more often than this in the window only so many of the latest sales count. */
  readonly mostSales: number;
  /**
   * For the effective sample size: a sale this old weighs half of one from today, for an item sold once a month; days.
   */
  readonly halfLifeDays: number;
  /** The half-life is never shorter or longer than this, however often an item sells; days. */
  readonly shortestHalfLifeDays: number;
  readonly longestHalfLifeDays: number;
  /** A sale of more pieces weighs no more than this many. */
  readonly quantityCap: number;
  /**
   * The value is that of a sale so many days from now: the market's drift and season are known, and the next sale is
   * not today.
   */
  readonly horizonDays: number;
  /**
   * With so many sales in the window, a value lies outside all of them by no more than this, as a share of the price.
   */
  readonly enoughSales: number;
  readonly outsideShare: number;
}

/** The settings that the service values with. */
export const DEFAULT_SETTINGS: ValuationSettings = {
  windowDays: 365,
  mostSales: 100,
  halfLifeDays: 90,
  shortestHalfLifeDays: 15,
  longestHalfLifeDays: 180,
  quantityCap: 2,
  horizonDays: 15,
  enoughSales: 5,
  outsideShare: 0.04,
};
