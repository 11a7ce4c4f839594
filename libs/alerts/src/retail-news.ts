import type { Cents, PriceState, RetailChange, RetailEvent } from '@brickmarket/domain';
import type { EventKinds } from './kinds/event-kinds.ts';

interface Compared {
  readonly before: PriceState;
  readonly after: PriceState;
}

const fell = ({ before: { lastShownPriceCents: from }, after: { priceCents: to } }: Compared): boolean =>
  from !== null && to !== null && to < from;

/** Must match the SQL function `events.retail_changes`. */
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

/** Compares with the last shown values: unknown ones are no change, nor are first or late observations. */
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
        // Time of the price change, so that two imports of the same change agree.
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
