import { type Cents, type EpochDay, type IsoDay, parseIsoDay } from '@brickmarket/domain';
import { type FeeByPrice, type FeeCard, perPound, SIZE_TIERS_2024, SIZE_TIERS_2026, weightBands } from './fee-card.ts';

// Source of all cards: Amazon Seller Central US, "FBA fulfillment fees" (GABBX6GZPA8MSZGW), without apparel.

// Cards of 2024-02-05, 2024-04-15 (unchanged in 2025) and the holiday peak 2024/25 (unchanged in 2025/26).

// Until 2026 a price under $10 lowered fees by this amount, and over $50 did not raise them.
const LOW_PRICE_DISCOUNT: Cents = 77;

const byPrice = (cents: Cents): FeeByPrice => [cents - LOW_PRICE_DISCOUNT, cents, cents];

const FEES_2024_02: FeeCard = {
  tiers: SIZE_TIERS_2024,
  fees: {
    small_standard: { byWeight: weightBands(2, [322, 331, 340, 349, 358, 368, 377, 382].map(byPrice)), beyond: null },
    large_standard: {
      byWeight: weightBands(4, [386, 408, 432, 475, 519, 557, 575, 600, 610, 628, 645, 686].map(byPrice)),
      beyond: { fee: byPrice(725), fromOz: 48, everyOz: 4, addCents: 8 },
    },
    large_bulky: perPound(byPrice(973), 1, 42),
    extra_large_0_50: perPound(byPrice(2633), 1, 38),
    extra_large_50_70: perPound(byPrice(4012), 51, 75),
    extra_large_70_150: perPound(byPrice(5481), 71, 75),
    extra_large_150_plus: perPound(byPrice(19495), 151, 19),
  },
};

const FEES_2024_04: FeeCard = {
  tiers: SIZE_TIERS_2024,
  fees: {
    small_standard: { byWeight: weightBands(2, [306, 315, 324, 333, 343, 353, 360, 365].map(byPrice)), beyond: null },
    large_standard: {
      byWeight: weightBands(4, [368, 390, 415, 455, 499, 537, 552, 577, 587, 605, 621, 662].map(byPrice)),
      beyond: { fee: byPrice(692), fromOz: 48, everyOz: 4, addCents: 8 },
    },
    large_bulky: perPound(byPrice(961), 1, 38),
    extra_large_0_50: perPound(byPrice(2633), 1, 38),
    extra_large_50_70: perPound(byPrice(4012), 51, 75),
    extra_large_70_150: perPound(byPrice(5481), 71, 75),
    extra_large_150_plus: perPound(byPrice(19495), 151, 19),
  },
};

const FEES_2024_PEAK: FeeCard = {
  tiers: SIZE_TIERS_2024,
  fees: {
    small_standard: { byWeight: weightBands(2, [325, 334, 344, 353, 364, 374, 382, 387].map(byPrice)), beyond: null },
    large_standard: {
      byWeight: weightBands(4, [392, 416, 443, 484, 529, 568, 584, 610, 624, 644, 661, 703].map(byPrice)),
      beyond: { fee: byPrice(746), fromOz: 48, everyOz: 4, addCents: 8 },
    },
    large_bulky: perPound(byPrice(1065), 1, 38),
    extra_large_0_50: perPound(byPrice(2906), 1, 38),
    extra_large_50_70: perPound(byPrice(4293), 51, 75),
    extra_large_70_150: perPound(byPrice(5923), 71, 75),
    extra_large_150_plus: perPound(byPrice(20346), 151, 19),
  },
};

// Cards of 2026-01-15 and the holiday peak 2026/27, without the fuel and logistics surcharge.

const FEES_2026: FeeCard = {
  tiers: SIZE_TIERS_2026,
  fees: {
    small_standard: {
      byWeight: weightBands(2, [
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
      byWeight: weightBands(4, [
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

const FEES_2026_PEAK: FeeCard = {
  tiers: SIZE_TIERS_2026,
  fees: {
    small_standard: {
      byWeight: weightBands(2, [
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
      byWeight: weightBands(4, [
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

/** Costs from this day until the next row. */
export interface FeeScheduleRow {
  readonly from: IsoDay;
  readonly card: FeeCard;
  /** In thousandths of the fulfillment fee. */
  readonly surchargePerMille: number;
  /** Percent of the selling price, at least `referralMinimumCents`. */
  readonly referralPercent: number;
  readonly referralMinimumCents: Cents;
}

// Source: Amazon Seller Central US, "Selling on Amazon fee schedule", category Toys & Games.
const TOYS_AND_GAMES = { referralPercent: 15, referralMinimumCents: 30 };
// Source: Amazon's announcement of a fuel and logistics surcharge of 3.5 % of fulfilment fees from 2026-04-17.
const FUEL_SURCHARGE_PER_MILLE = 35;

/** Ascending by day; the last row applies until another is added. */
export const FEE_SCHEDULE: readonly FeeScheduleRow[] = [
  row('2024-02-05', FEES_2024_02, 0),
  row('2024-04-15', FEES_2024_04, 0),
  row('2024-10-15', FEES_2024_PEAK, 0),
  row('2025-01-15', FEES_2024_04, 0),
  row('2025-10-15', FEES_2024_PEAK, 0),
  row('2026-01-15', FEES_2026, 0),
  row('2026-04-17', FEES_2026, FUEL_SURCHARGE_PER_MILLE),
  row('2026-10-15', FEES_2026_PEAK, FUEL_SURCHARGE_PER_MILLE),
  row('2027-01-15', FEES_2026, FUEL_SURCHARGE_PER_MILLE),
];
const FIRST_DAYS: readonly EpochDay[] = FEE_SCHEDULE.map(({ from }) => parseIsoDay(from)!);

function row(from: IsoDay, card: FeeCard, surchargePerMille: number): FeeScheduleRow {
  return { from, card, surchargePerMille, ...TOYS_AND_GAMES };
}

/** Null: before the first row. */
export function feeScheduleOn(day: EpochDay): FeeScheduleRow | null {
  return FEE_SCHEDULE[FIRST_DAYS.findLastIndex((first) => first <= day)] ?? null;
}
