import {
  type Cents,
  type Condition,
  type EpochDay,
  firstDayOfMonth,
  monthOfDay,
  roundHalfAwayFromZero,
} from '@brickmarket/domain';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { SetBlueprint } from '../catalogue/set-blueprint.ts';
import { poisson } from '../random/distributions.ts';
import { RandomStream } from '../random/random-stream.ts';
import { childKey, Purpose, rootKey, type StreamKey } from '../random/stream-key.ts';
import type { TrueValues } from '../truth/true-values.ts';
import type { AccountProfile } from './account-profile.ts';

/** Copies of one set bought together, and what is going to happen to them. */
export interface Purchase {
  readonly key: StreamKey;
  readonly set: SetBlueprint;
  readonly brickfolio: string;
  readonly day: EpochDay;
  readonly condition: Condition;
  readonly quantity: number;
  readonly unitCents: Cents;
  readonly priceIsKnown: boolean;
  readonly dayIsKnown: boolean;
  /** The day the copies are put up for sale; null when they are for keeps. */
  readonly listedDay: EpochDay | null;
  readonly notes: string | null;
}

const NOTES = [
  'box slightly dented',
  'from a garage sale, complete',
  'bought with gift card',
  'missing instructions',
  'shelf B3, "fragile"',
];

/** Below this a reseller does not bother: shipping eats what there is to earn. */
const WORTH_RESELLING_CENTS = 2_500;
/** What is left of a price after the usual fees, and what sending a set costs, as resellers reckon. */
const KEPT_OF_PRICE = 0.87;
const RECKONED_SHIPPING_CENTS = 900;
/** The profit that a reseller waits for, how often it is checked, and how often before giving up and selling anyway. */
const WANTED_PROFIT = 0.2;
const RECHECK_DAYS = 45;
const RECHECKS = 16;

/** All purchases of an account up to the as-of day, month by month; each month draws from its own stream. */
export function* purchasesOf(profile: AccountProfile, catalogue: Catalogue, truth: TrueValues): Generator<Purchase> {
  const accountKey = childKey(childKey(catalogue.key, Purpose.account), rootKey(profile.email).high);
  const lastMonth = monthOfDay(catalogue.asOfDay);
  for (let month = profile.since * 12; month <= lastMonth; month++) {
    const firstDay = firstDayOfMonth(month);
    const onSale = catalogue.sets.filter((set) => set.releaseDay <= firstDay);
    const onShelf = onSale.filter((set) => set.exitDay > firstDay + 31);
    const key = childKey(accountKey, month);
    const stream = new RandomStream(key);
    const count = onSale.length === 0 ? 0 : poisson(stream, profile.purchasesPerMonth);
    for (let i = 0; i < count; i++) {
      const set = stream.pick(onShelf.length > 0 && stream.chance(0.7) ? onShelf : onSale);
      const purchase = drawPurchase(stream, childKey(key, i), profile, set, firstDay + stream.whole(0, 27), truth);
      if (purchase.day <= catalogue.asOfDay) yield purchase;
    }
  }
}

function drawPurchase(
  stream: RandomStream,
  key: StreamKey,
  profile: AccountProfile,
  set: SetBlueprint,
  day: EpochDay,
  truth: TrueValues,
): Purchase {
  const condition = stream.chance(0.8) ? 'sealed' : 'used';
  const isShopping = condition === 'sealed' && day < set.exitDay;
  const worth = isShopping ? set.listPriceCents : trueCents(truth, set, condition, day);
  const isFlip = stream.chance(profile.flipShare) && worth >= WORTH_RESELLING_CENTS;
  // Drawn in any case: the draws of later purchases must not depend on what this copy is worth, which may still change.
  const boldness = stream.uniform();
  const quantity = isFlip && condition === 'sealed' ? 1 + Math.floor(profile.mostCopies * boldness ** 2.5) : 1;
  const bargain = drawBargain(stream, isShopping, isFlip);
  const priceIsKnown = !stream.chance(0.06);
  const dayIsKnown = !stream.chance(0.05);
  const notes = stream.chance(0.12) ? stream.pick(NOTES) : null;
  const brickfolio = stream.pick(profile.brickfolios).name;
  const wait = stream.whole(20, 700);
  const unitCents = Math.max(1, roundHalfAwayFromZero(worth * bargain));
  return {
    key,
    set,
    brickfolio,
    day,
    condition,
    quantity,
    unitCents,
    priceIsKnown,
    dayIsKnown,
    listedDay: isFlip ? firstGoodDay(truth, set, condition, unitCents, day + wait) : null,
    notes,
  };
}

/** The share of what it is worth that a copy is bought for: who means to sell it again waits for a promotion or a lot. */
function drawBargain(stream: RandomStream, isShopping: boolean, isFlip: boolean): number {
  if (isFlip) return isShopping ? stream.between(0.58, 0.86) : stream.between(0.5, 0.78);
  return isShopping ? stream.between(0.7, 1.02) : stream.between(0.6, 1.05);
}

/**
 * When copies are put up for sale: on the first check that finds a profit worth having, or on the last, come what may.
 * Checks after the last day of the market see its last value; they lie in the future and decide nothing yet.
 */
function firstGoodDay(
  truth: TrueValues,
  set: SetBlueprint,
  condition: Condition,
  unitCents: Cents,
  from: EpochDay,
): EpochDay {
  let day = from;
  for (let check = 0; check < RECHECKS; check++, day += RECHECK_DAYS) {
    const netCents = trueCents(truth, set, condition, day) * KEPT_OF_PRICE - RECKONED_SHIPPING_CENTS;
    if (netCents >= unitCents * (1 + WANTED_PROFIT)) break;
  }
  return day;
}

/** What a copy was truly worth on a day that the market has seen, or on the last one it has. */
export function trueCents(truth: TrueValues, set: SetBlueprint, condition: Condition, day: EpochDay): number {
  return Math.exp(truth.find('set', set.setNumber)!.path.logCents(condition, day));
}
