import type { Cents, ExitFacts, PriceObservation, PriceState } from '@brickmarket/domain';

/** The state after one more look, which must be later than all before it; `before` is null for the first. */
export function applyLook(before: PriceState | null, look: PriceObservation): PriceState {
  const lowestCents = lower(before?.lowestCents ?? null, look.priceCents);
  return {
    priceCents: look.priceCents,
    listPriceCents: look.listPriceCents ?? before?.listPriceCents ?? null,
    sellerType: look.sellerType,
    inStock: look.inStock,
    productUrl: look.productUrl ?? before?.productUrl ?? null,
    ...lastPriceChange(before, look),
    lowestCents,
    atLowest: look.priceCents !== null && look.priceCents === lowestCents,
    flip1pTo3p: isFlipped(before, look),
    exit: exitFacts(before, look),
    lastCheckedAt: look.observedAt,
    lastShownPriceCents: look.priceCents ?? before?.lastShownPriceCents ?? null,
    lastKnownSellerType: look.sellerType ?? before?.lastKnownSellerType ?? null,
  };
}

function lower(a: Cents | null, b: Cents | null): Cents | null {
  if (a === null) return b;
  return b === null ? a : Math.min(a, b);
}

function lastPriceChange(
  before: PriceState | null,
  look: PriceObservation,
): Pick<PriceState, 'changedAt' | 'lastChangeCents'> {
  const from = before?.lastShownPriceCents ?? null;
  if (from !== null && look.priceCents !== null && look.priceCents !== from) {
    return { changedAt: look.observedAt, lastChangeCents: look.priceCents - from };
  }
  return { changedAt: before?.changedAt ?? null, lastChangeCents: before?.lastChangeCents ?? null };
}

function isFlipped(before: PriceState | null, look: PriceObservation): boolean {
  const from = before?.lastKnownSellerType ?? null;
  if (from === null || look.sellerType === null || look.sellerType === from) return before?.flip1pTo3p ?? false;
  return look.sellerType === 'third_party';
}

function exitFacts(
  before: PriceState | null,
  { lowestFbaCents, fbaSellers, buyBoxCents }: PriceObservation,
): ExitFacts {
  const tells = lowestFbaCents !== null || fbaSellers !== null || buyBoxCents !== null;
  return before && !tells ? before.exit : { lowestFbaCents, fbaSellers, buyBoxCents };
}
