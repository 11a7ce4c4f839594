import type { Retailer } from '@brickmarket/domain';

/** How a retailer treats its pages. */
export interface RetailerHabits {
  /** Share of sets it sells. */
  readonly carried: number;
  readonly daysBetweenLooks: number;
  readonly daysBetweenLooksAfterExit: number;
  readonly watchedAfterExitDays: number;
  /** Chance, at a look, that it has moved its everyday price. */
  readonly repricing: number;
  /** Ends prices in 99 cents rather than anywhere. */
  readonly tidyPrices: boolean;
  /** Chance that third parties go on selling on its page once it has none left itself. */
  readonly marketplaceAfterExit: number;
  readonly hasMarketplaceFigures: boolean;
}

export const RETAILER_HABITS: Readonly<Record<Retailer, RetailerHabits>> = {
  retailer_a: {
    carried: 0.88,
    daysBetweenLooks: 10,
    daysBetweenLooksAfterExit: 26,
    watchedAfterExitDays: 4 * 365,
    repricing: 0.55,
    tidyPrices: false,
    marketplaceAfterExit: 0.93,
    hasMarketplaceFigures: true,
  },
  retailer_b: {
    carried: 0.7,
    daysBetweenLooks: 13,
    daysBetweenLooksAfterExit: 30,
    watchedAfterExitDays: 300,
    repricing: 0.25,
    tidyPrices: true,
    marketplaceAfterExit: 0.35,
    hasMarketplaceFigures: false,
  },
};
