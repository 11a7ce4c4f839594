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
  const isFlip = stream.chance(profile.flipShare);
  const quantity = isFlip && condition === 'sealed' ? 1 + Math.floor(profile.mostCopies * stream.uniform() ** 2.5) : 1;
  const isShopping = condition === 'sealed' && day < set.exitDay;
  const bargain = isShopping ? stream.between(0.7, 1.02) : stream.between(0.6, 1.05);
  const priceIsKnown = !stream.chance(0.06);
  const dayIsKnown = !stream.chance(0.05);
  const notes = stream.chance(0.12) ? stream.pick(NOTES) : null;
  const brickfolio = stream.pick(profile.brickfolios).name;
  const wait = stream.whole(20, 700);
  const worth = isShopping ? set.listPriceCents : trueCents(truth, set, condition, day);
  return {
    key,
    set,
    brickfolio,
    day,
    condition,
    quantity,
    unitCents: Math.max(1, roundHalfAwayFromZero(worth * bargain)),
    priceIsKnown,
    dayIsKnown,
    listedDay: isFlip ? day + wait : null,
    notes,
  };
}

/** What a copy was truly worth on a day that the market has seen, or on the last one it has. */
export function trueCents(truth: TrueValues, set: SetBlueprint, condition: Condition, day: EpochDay): number {
  return Math.exp(truth.find('set', set.setNumber)!.path.logCents(condition, day));
}
