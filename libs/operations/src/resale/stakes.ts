import {
  bestProceeds,
  type Cents,
  type Condition,
  CONDITIONS,
  type EpochDay,
  epochDayOf,
  formatUsd,
  type OwnFees,
  type Proceeds,
  type RecordedEvent,
  SELLING_PLATFORM_NAMES,
  type SellingPlatform,
} from '@brickmarket/domain';
import type { OwnSet, OwnSets, SellingFees } from '@brickmarket/persistence-ports';
import { costOf, whatToSell } from '@brickmarket/portfolio';
import { everyProceeds } from '@brickmarket/retail-tracking';
import { feesByPlatform, knownFbaCents } from './resale-area.ts';

export interface StakeArea {
  readonly ownSets: OwnSets;
  readonly fees: SellingFees;
  readonly retailStaleDays: number;
}

export interface Stake {
  readonly condition: Condition;
  readonly copies: number;
  readonly costCents: Cents | null;
  readonly copiesOfUnknownCost: number;
  /** Per copy, at the best platform; null: no known price. */
  readonly best: Proceeds | null;
  /** Price at the event's retailer; null: no such event. */
  readonly offerCents: Cents | null;
  /** Net less cost: of copies of known cost or, without copies, of one bought now. */
  readonly gainCents: Cents | null;
}

/** By event number; events without a set are absent. */
export async function readStakes(
  { ownSets, fees, retailStaleDays }: StakeArea,
  accountId: number,
  events: readonly RecordedEvent[],
  now: Date,
): Promise<ReadonlyMap<number, Stake>> {
  const numbers = events.flatMap(({ facts }) => facts.setNumber ?? []);
  if (numbers.length === 0) return new Map();
  const [sets, ownFees] = await Promise.all([
    ownSets.findByNumbers(accountId, numbers),
    feesByPlatform({ fees }, accountId),
  ]);
  const day = { today: epochDayOf(now), retailStaleDays };
  return new Map(
    events.flatMap((event) => {
      const set = sets.get(event.facts.setNumber ?? '');
      return set === undefined ? [] : [[event.id, stakeIn(set, event, ownFees, day)] as const];
    }),
  );
}

function stakeIn(
  set: OwnSet,
  { newCents, facts }: RecordedEvent,
  ownFees: ReadonlyMap<SellingPlatform, OwnFees>,
  { today, retailStaleDays }: { readonly today: EpochDay; readonly retailStaleDays: number },
): Stake {
  // Retailers sell sealed copies; events without a condition mean used copies if the account has only these.
  const has = (condition: Condition): boolean => set.copies.some((one) => one.condition === condition);
  const said = CONDITIONS.find((condition) => condition === facts['condition']);
  const condition = said ?? (has('used') && !has('sealed') ? 'used' : 'sealed');
  const { lowestFba, box } = set;
  const fbaCents = knownFbaCents(condition === 'sealed' ? lowestFba : null, { today, staleDays: retailStaleDays });
  const options = everyProceeds(
    { valueCents: set.valueCents[condition], lowestFbaCents: fbaCents, box },
    today,
    ownFees,
  );
  const copies = set.copies.filter((one) => one.condition === condition);
  const known = copies.filter(({ purchasePriceCents }) => purchasePriceCents !== null);
  const count = (held: typeof copies): number => held.reduce((sum, { quantity }) => sum + quantity, 0);
  const best = bestProceeds(options);
  const offerCents = facts['retailer'] === undefined ? null : newCents;
  const [line] = whatToSell(
    copies.map((held) => ({ setId: set.setId, condition, quantity: held.quantity, costCents: costOf(held) })),
    () => options,
  );
  return {
    condition,
    copies: count(copies),
    costCents: known.length === 0 ? null : known.reduce((sum, held) => sum + costOf(held)!, 0),
    copiesOfUnknownCost: count(copies) - count(known),
    best,
    offerCents,
    gainCents:
      copies.length > 0
        ? (line?.gainCents ?? null)
        : best === null || offerCents === null
          ? null
          : best.netCents - offerCents,
  };
}

export function describeStake(stake: Stake): string | null {
  const { copies, condition, costCents, copiesOfUnknownCost: unknown, best, offerCents } = stake;
  const where = best && SELLING_PLATFORM_NAMES[best.platform];
  if (copies === 0)
    return best === null || offerCents === null
      ? null
      : `You have none. Bought for ${usd(offerCents)} and sold on ${where}, one leaves you ${usd(best.netCents)}`;
  const have = `You have ${copies} ${condition}`;
  const paid =
    costCents === null
      ? 'what you paid is not recorded'
      : `you paid ${usd(costCents)}${unknown > 0 ? ` for the ${copies - unknown} of known price` : ''}`;
  const keep =
    best === null
      ? 'No price is known on a marketplace that you use'
      : `Sold on ${where}, ${copies > 1 ? `all ${copies} leave` : 'it leaves'} you ${usd(copies * best.netCents)}`;
  return `${have}; ${paid}. ${keep}`;
}

export function stakeLine(stake: Stake): string | null {
  const said = describeStake(stake);
  if (said === null) return null;
  const { gainCents } = stake;
  return gainCents === null ? `${said}.` : `${said} (${gainCents < 0 ? '-' : '+'}$${formatUsd(Math.abs(gainCents))}).`;
}

const usd = (cents: Cents): string => (cents < 0 ? `-$${formatUsd(-cents)}` : `$${formatUsd(cents)}`);
