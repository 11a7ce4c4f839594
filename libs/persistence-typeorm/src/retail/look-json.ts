import type { PriceObservation, SellerType } from '@brickmarket/domain';

/** A look as `READ_GROUPS` writes it. */
export type LookJson = readonly [
  observedAtMs: number,
  priceCents: number | null,
  listPriceCents: number | null,
  sellerType: SellerType | null,
  inStock: boolean | null,
  productUrl: string | null,
  lowestFbaCents: number | null,
  fbaSellers: number | null,
  buyBoxCents: number | null,
];

export function lookFromJson(json: LookJson): PriceObservation {
  return {
    observedAt: new Date(json[0]),
    priceCents: json[1],
    listPriceCents: json[2],
    sellerType: json[3],
    inStock: json[4],
    productUrl: json[5],
    lowestFbaCents: json[6],
    fbaSellers: json[7],
    buyBoxCents: json[8],
  };
}
