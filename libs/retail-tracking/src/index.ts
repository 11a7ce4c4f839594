export {
  advancePriceState,
  currentSince,
  DEFAULT_RETAIL_STALE_DAYS,
  discountPercent,
  foldPriceState,
  isStale,
  priceChanges,
  priceStateOn,
} from './price-state.ts';
export { type ExitEconomics, exitEconomics } from './exit-economics.ts';
export type { SizeTier } from './fee-card.ts';
export {
  type CommissionBand,
  everyProceeds,
  type FixedFee,
  proceedsAt,
  publishedFees,
  type PublishedFees,
  type SellingPrices,
} from './platform-fees.ts';
export { type BuyingChance, byGain, whatToBuy } from './what-to-buy.ts';
