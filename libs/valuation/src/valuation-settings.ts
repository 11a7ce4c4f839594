/** The numbers the method is tuned by. Distances between prices are natural logarithms of their ratio. */
export interface ValuationSettings {
  /** Sales this many days back count; days. */
  readonly windowDays: number;
  /** The window when the normal one holds fewer than `fewSales`; days. */
  readonly wideWindowDays: number;
  readonly fewSales: number;
  /** A sale this old weighs half of one from today; days. */
  readonly halfLifeDays: number;
  /** A sale of more pieces weighs no more than this many. */
  readonly quantityCap: number;
  /** Neighbours on each side, in time, that make a sale's local centre. */
  readonly neighbours: number;
  /** Scaled MADs from the local centre beyond which a sale is an outlier. */
  readonly outlierMads: number;
  /** The scaled MAD is taken to be at least this, or identical prices would reject their first exception. */
  readonly minimumMad: number;
  /** How much the market's typical spread counts against the item's own, in sales. */
  readonly spreadPseudoSales: number;
  /** Variance a value gathers per day since its sales: how fast single items wander. */
  readonly wanderVariancePerDay: number;
}

export const DEFAULT_SETTINGS: ValuationSettings = {
  windowDays: 180,
  wideWindowDays: 365,
  fewSales: 5,
  halfLifeDays: 30,
  quantityCap: 3,
  neighbours: 5,
  outlierMads: 3.5,
  minimumMad: 0.05,
  spreadPseudoSales: 8,
  wanderVariancePerDay: 0.00003,
};
