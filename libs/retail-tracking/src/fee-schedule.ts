import { type Cents, type EpochDay, type IsoDay, parseIsoDay } from '@brickmarket/domain';
import type { FeeCard } from './fee-card.ts';
import { FEES_2024_02, FEES_2024_04, FEES_2024_PEAK } from './fee-cards-2024.ts';
import { FEES_2026, FEES_2026_PEAK } from './fee-cards-2026.ts';

/** What selling through fulfilment costs from a day on, until the next row's day. */
export interface FeeScheduleRow {
  readonly from: IsoDay;
  readonly card: FeeCard;
  /** Added to the fulfilment fee, in thousandths of it. */
  readonly surchargePerMille: number;
  /** Of the selling price; never less than `referralMinimumCents`. */
  readonly referralPercent: number;
  readonly referralMinimumCents: Cents;
}

// Source: Amazon Seller Central US, "Selling on Amazon fee schedule", category Toys & Games.
const TOYS_AND_GAMES = { referralPercent: 15, referralMinimumCents: 30 };
// Source: Amazon's announcement of a fuel and logistics surcharge of 3.5 % of fulfilment fees from 2026-04-17.
const FUEL_SURCHARGE_PER_MILLE = 35;

/** By day, oldest first. The last row holds until a later card is added here. */
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

/** The row that holds on a day; null before the first. */
export function feeScheduleOn(day: EpochDay): FeeScheduleRow | null {
  return FEE_SCHEDULE[FIRST_DAYS.findLastIndex((first) => first <= day)] ?? null;
}
