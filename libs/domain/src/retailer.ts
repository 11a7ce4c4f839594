/** The two retailers whose prices are tracked. */
export type Retailer = 'retailer_a' | 'retailer_b';
export const RETAILERS: readonly Retailer[] = ['retailer_a', 'retailer_b'];

/** `retailer`: sold by the retailer itself (1P). `third_party`: only marketplace sellers (3P). */
export type SellerType = 'retailer' | 'third_party';
