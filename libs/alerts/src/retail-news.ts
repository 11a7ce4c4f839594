import type { Cents, PriceState, RetailChange, RetailEvent } from '@brickmarket/domain';
import type { EventKinds } from './kinds/event-kinds.ts';

/** The state of a set at a retailer before and after an import. */
interface Compared {
  readonly before: PriceState;
  readonly after: PriceState;
}

const fell = ({ before: { lastShownPriceCents: from }, after: { priceCents: to } }: Compared): boolean =>
  from !== null && to !== null && to < from;

/** Whether a change has taken place. The past is searched for the same changes by `events.retail_changes`. */
const HAS_CHANGED: Readonly<Record<RetailChange, (states: Compared) => boolean>> = {
  price_fell: fell,
  price_rose: ({ before: { lastShownPriceCents: from }, after: { priceCents: to } }) =>
    from !== null && to !== null && to > from,
  price_lowest_ever: (states) =>
    fell(states) &&
    states.before.lowestCents !== null &&
    states.after.priceCents! < states.before.lowestCents &&
    states.after.atLowest,
  third_party_took_over: ({ before, after }) =>
    before.lastKnownSellerType === 'retailer' && after.sellerType === 'third_party',
  retailer_took_over: ({ before, after }) =>
    before.lastKnownSellerType === 'third_party' && after.sellerType === 'retailer',
  stock_ended: ({ before, after }) => before.inStock === true && after.inStock === false,
  stock_returned: ({ before, after }) => before.inStock === false && after.inStock === true,
};

/**
 * Finds what is new about a set at a retailer, from its state before and after an import.
 *
 * - A first observation is no news, and neither are late ones: only what was observed after everything known before.
 * - An unknown price is never a change. When a price returns after a gap, it is compared with the last one shown.
 * - An all-time low is below the lowest price ever shown, which must be known.
 * - Only a change from known to known counts for seller and stock.
 */
export function retailNews(
  kinds: EventKinds,
): (before: PriceState | null, after: PriceState) => readonly RetailEvent[] {
  const wanted = kinds.watchable.flatMap(({ name, rule: { source } }) =>
    source.from === 'retail' ? [{ kind: name, change: source.change }] : [],
  );
  return (before, after) => {
    if (before === null || after.lastCheckedAt <= before.lastCheckedAt) return [];
    return wanted
      .filter(({ change }) => HAS_CHANGED[change]({ before, after }))
      .map(({ kind, change }) => ({
        kind,
        change,
        // The time of the price change itself, so that two imports that tell of the same change name the same cause.
        occurredAt: (change.startsWith('price_') ? after.changedAt : null) ?? after.lastCheckedAt,
        oldCents: amountBefore(change, before),
        newCents: after.priceCents,
      }));
  };
}

function amountBefore(change: RetailChange, before: PriceState): Cents | null {
  if (change === 'price_lowest_ever') return before.lowestCents;
  return change === 'stock_ended' || change === 'stock_returned' ? null : before.lastShownPriceCents;
}
