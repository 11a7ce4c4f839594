import type { Cents } from '@brickmarket/domain';
import type { FeeByPrice, FeeCard } from './fee-card.ts';
import { every, perPound } from './fee-notation.ts';
import { SIZE_TIERS_2024 } from './size-tier-limits.ts';

// Source: Amazon Seller Central US, "FBA fulfillment fees" (reference GABBX6GZPA8MSZGW), excluding apparel and dangerous goods:
// the cards of 2024-02-05, of 2024-04-15 (kept for 2025) and of the holiday peak 2024/25 (kept for 2025/26).

/** Until 2026 a selling price under $10 took this off every fee, and a price over $50 added nothing. */
const LOW_PRICE_DISCOUNT: Cents = 77;

const byPrice = (cents: Cents): FeeByPrice => [cents - LOW_PRICE_DISCOUNT, cents, cents];

export const FEES_2024_02: FeeCard = {
  tiers: SIZE_TIERS_2024,
  fees: {
    small_standard: { byWeight: every(2, [322, 331, 340, 349, 358, 368, 377, 382].map(byPrice)), beyond: null },
    large_standard: {
      byWeight: every(4, [386, 408, 432, 475, 519, 557, 575, 600, 610, 628, 645, 686].map(byPrice)),
      beyond: { fee: byPrice(725), fromOz: 48, everyOz: 4, addCents: 8 },
    },
    large_bulky: perPound(byPrice(973), 1, 42),
    extra_large_0_50: perPound(byPrice(2633), 1, 38),
    extra_large_50_70: perPound(byPrice(4012), 51, 75),
    extra_large_70_150: perPound(byPrice(5481), 71, 75),
    extra_large_150_plus: perPound(byPrice(19495), 151, 19),
  },
};

export const FEES_2024_04: FeeCard = {
  tiers: SIZE_TIERS_2024,
  fees: {
    small_standard: { byWeight: every(2, [306, 315, 324, 333, 343, 353, 360, 365].map(byPrice)), beyond: null },
    large_standard: {
      byWeight: every(4, [368, 390, 415, 455, 499, 537, 552, 577, 587, 605, 621, 662].map(byPrice)),
      beyond: { fee: byPrice(692), fromOz: 48, everyOz: 4, addCents: 8 },
    },
    large_bulky: perPound(byPrice(961), 1, 38),
    extra_large_0_50: perPound(byPrice(2633), 1, 38),
    extra_large_50_70: perPound(byPrice(4012), 51, 75),
    extra_large_70_150: perPound(byPrice(5481), 71, 75),
    extra_large_150_plus: perPound(byPrice(19495), 151, 19),
  },
};

export const FEES_2024_PEAK: FeeCard = {
  tiers: SIZE_TIERS_2024,
  fees: {
    small_standard: { byWeight: every(2, [325, 334, 344, 353, 364, 374, 382, 387].map(byPrice)), beyond: null },
    large_standard: {
      byWeight: every(4, [392, 416, 443, 484, 529, 568, 584, 610, 624, 644, 661, 703].map(byPrice)),
      beyond: { fee: byPrice(746), fromOz: 48, everyOz: 4, addCents: 8 },
    },
    large_bulky: perPound(byPrice(1065), 1, 38),
    extra_large_0_50: perPound(byPrice(2906), 1, 38),
    extra_large_50_70: perPound(byPrice(4293), 51, 75),
    extra_large_70_150: perPound(byPrice(5923), 71, 75),
    extra_large_150_plus: perPound(byPrice(20346), 151, 19),
  },
};
