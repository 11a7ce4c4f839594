import {
  type Cents,
  type Condition,
  type EpochDay,
  firstDayOfMonth,
  monthOfDay,
  roundHalfAwayFromZero,
} from '@brickmarket/domain';
import type { TradedCatalog } from '../catalog/traded-catalog.ts';
import type { SetBlueprint } from '../catalog/set-blueprint.ts';
import { poisson, RandomStream, childKey, Purpose, rootKey, type StreamKey } from '../random/random-stream.ts';
import type { TrueValues } from '../truth/true-values.ts';
import type { AccountProfile } from './account-profile.ts';

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
  /** Null: never listed. */
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

/** Minimum price for resale: shipping would cost the profit. */
const MIN_RESOLD_CENTS = 2_500;
/** Reseller's estimate of net share and shipping. */
const NET_OF_PRICE = 0.87;
const ESTIMATED_SHIPPING_CENTS = 900;
/** Wanted profit, days between checks, and checks before selling anyway. */
const WANTED_PROFIT = 0.2;
const RECHECK_DAYS = 45;
const RECHECKS = 16;

/** Up to the as-of day; each month has its own random stream. */
export function* purchasesOf(profile: AccountProfile, catalog: TradedCatalog, truth: TrueValues): Generator<Purchase> {
  const accountKey = childKey(childKey(catalog.key, Purpose.account), rootKey(profile.email).high);
  const lastMonth = monthOfDay(catalog.asOfDay);
  for (let month = profile.since * 12; month <= lastMonth; month++) {
    const firstDay = firstDayOfMonth(month);
    const onSale = catalog.sets.filter((set) => set.releaseDay <= firstDay);
    const onShelf = onSale.filter((set) => set.exitDay > firstDay + 31);
    const key = childKey(accountKey, month);
    const stream = new RandomStream(key);
    const count = onSale.length === 0 ? 0 : poisson(stream, profile.purchasesPerMonth);
    for (let i = 0; i < count; i++) {
      const set = stream.pick(onShelf.length > 0 && stream.chance(0.7) ? onShelf : onSale);
      const purchase = drawPurchase(
        stream,
        childKey(key, i),
        profile,
        set,
        firstDay + stream.wholeNumber(0, 27),
        truth,
      );
      if (purchase.day <= catalog.asOfDay) yield purchase;
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
  const isFlip = stream.chance(profile.flipShare) && worth >= MIN_RESOLD_CENTS;
  // Always drawn: later random numbers must not depend on this copy's value, which may change.
  const boldness = stream.uniform();
  const quantity = isFlip && condition === 'sealed' ? 1 + Math.floor(profile.mostCopies * boldness ** 2.5) : 1;
  const bargain = drawBargain(stream, isShopping, isFlip);
  const priceIsKnown = !stream.chance(0.06);
  const dayIsKnown = !stream.chance(0.05);
  const notes = stream.chance(0.12) ? stream.pick(NOTES) : null;
  const brickfolio = stream.pick(profile.brickfolios).name;
  const wait = stream.wholeNumber(20, 700);
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

/** Paid share of the value: resellers wait for promotions or lots. */
function drawBargain(stream: RandomStream, isShopping: boolean, isFlip: boolean): number {
  if (isFlip) return isShopping ? stream.between(0.58, 0.86) : stream.between(0.5, 0.78);
  return isShopping ? stream.between(0.7, 1.02) : stream.between(0.6, 1.05);
}

/** First check with the wanted profit, otherwise the last. Checks in the future use the last value. */
function firstGoodDay(
  truth: TrueValues,
  set: SetBlueprint,
  condition: Condition,
  unitCents: Cents,
  from: EpochDay,
): EpochDay {
  let day = from;
  for (let check = 0; check < RECHECKS; check++, day += RECHECK_DAYS) {
    const netCents = trueCents(truth, set, condition, day) * NET_OF_PRICE - ESTIMATED_SHIPPING_CENTS;
    if (netCents >= unitCents * (1 + WANTED_PROFIT)) break;
  }
  return day;
}

/** Unrounded; days after the as-of day use its value. */
export function trueCents(truth: TrueValues, set: SetBlueprint, condition: Condition, day: EpochDay): number {
  return Math.exp(truth.find('set', set.setNumber)!.path.logCents(condition, day));
}
