import type { FeeCard } from './fee-card.ts';
import { every, perPound } from './fee-notation.ts';
import { SIZE_TIERS_2026 } from './size-tier-limits.ts';

// Source: Amazon Seller Central US, "FBA fulfillment fees" (reference GABBX6GZPA8MSZGW), excluding apparel and dangerous goods:
// the card of 2026-01-15 and of the holiday peak 2026/27, both without the fuel and logistics surcharge.

export const FEES_2026: FeeCard = {
  tiers: SIZE_TIERS_2026,
  fees: {
    small_standard: {
      byWeight: every(2, [
        [243, 332, 358],
        [249, 342, 368],
        [256, 345, 371],
        [266, 354, 380],
        [277, 368, 394],
        [282, 378, 404],
        [292, 391, 417],
        [295, 396, 422],
      ]),
      beyond: null,
    },
    large_standard: {
      byWeight: every(4, [
        [291, 373, 399],
        [313, 395, 421],
        [338, 420, 446],
        [378, 460, 486],
        [422, 504, 530],
        [460, 542, 568],
        [475, 557, 583],
        [500, 582, 608],
        [510, 592, 618],
        [528, 610, 636],
        [544, 626, 652],
        [585, 667, 693],
      ]),
      beyond: { fee: [615, 697, 723], fromOz: 48, everyOz: 4, addCents: 8 },
    },
    small_bulky: perPound([678, 755, 755], 1, 38),
    large_bulky: perPound([858, 935, 935], 1, 38),
    extra_large_0_50: perPound([2556, 2633, 2633], 1, 38),
    extra_large_50_70: perPound([3655, 3732, 3732], 51, 75),
    extra_large_70_150: perPound([5055, 5132, 5132], 71, 75),
    extra_large_150_plus: perPound([19418, 19495, 19495], 151, 19),
  },
};

export const FEES_2026_PEAK: FeeCard = {
  tiers: SIZE_TIERS_2026,
  fees: {
    small_standard: {
      byWeight: every(2, [
        [262, 351, 377],
        [268, 361, 387],
        [276, 365, 391],
        [286, 374, 400],
        [298, 389, 415],
        [303, 399, 425],
        [314, 413, 439],
        [317, 418, 444],
      ]),
      beyond: null,
    },
    large_standard: {
      byWeight: every(4, [
        [315, 397, 423],
        [339, 421, 447],
        [366, 448, 474],
        [407, 489, 515],
        [452, 534, 560],
        [491, 573, 599],
        [507, 589, 615],
        [533, 615, 641],
        [547, 629, 655],
        [567, 649, 675],
        [584, 666, 692],
        [626, 708, 734],
      ]),
      beyond: { fee: [669, 751, 777], fromOz: 48, everyOz: 4, addCents: 8 },
    },
    small_bulky: perPound([782, 859, 859], 1, 38),
    large_bulky: perPound([962, 1039, 1039], 1, 38),
    extra_large_0_50: perPound([2829, 2906, 2906], 1, 38),
    extra_large_50_70: perPound([3936, 4013, 4013], 51, 75),
    extra_large_70_150: perPound([5497, 5574, 5574], 71, 75),
    extra_large_150_plus: perPound([20269, 20346, 20346], 151, 19),
  },
};
