/** The two retailers whose prices are tracked. */
export type Retailer = 'retailer_a' | 'retailer_b';
export const RETAILERS: readonly Retailer[] = ['retailer_a', 'retailer_b'];

/** What people call each retailer. */
export const RETAILER_NAMES: Readonly<Record<Retailer, string>> = {
  retailer_a: 'Retailer A',
  retailer_b: 'Retailer B',
};

/** `retailer`: sold by the retailer itself (1P). `third_party`: only marketplace sellers (3P). */
export type SellerType = 'retailer' | 'third_party';
export const SELLER_TYPES: readonly SellerType[] = ['retailer', 'third_party'];
