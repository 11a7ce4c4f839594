import {
  bestProceeds,
  CONDITIONS,
  DATA_TIERS,
  HOLDING_STATUSES,
  PLANS,
  PRICE_LIMITS,
  type Proceeds,
  RETAIL_CHANGES,
  RETAILER_NAMES,
  RETAILERS,
  SELLER_TYPES,
  SELLING_PLATFORM_NAMES,
  SELLING_PLATFORMS,
  SetStatus,
} from './index.ts';

it('keeps the words that databases, files and clients have stored', () => {
  expect({
    plans: PLANS.join(' '),
    holdings: HOLDING_STATUSES.join(' '),
    conditions: CONDITIONS.join(' '),
    tiers: DATA_TIERS.join(' '),
    retailers: RETAILERS.join(' '),
    sellers: SELLER_TYPES.join(' '),
    platforms: SELLING_PLATFORMS.join(' '),
    limits: PRICE_LIMITS.join(' '),
    changes: RETAIL_CHANGES.join(' '),
    sets: SetStatus,
  }).toEqual({
    plans: 'free collector reseller',
    holdings: 'owned listed sold',
    conditions: 'sealed used',
    tiers: 'high medium low modelled none',
    retailers: 'retailer_a retailer_b',
    sellers: 'retailer third_party',
    platforms: 'ebay bricklink amazon_fba',
    limits: 'none at_event crossing',
    changes:
      'price_fell price_rose price_lowest_ever third_party_took_over retailer_took_over stock_ended stock_returned',
    sets: { announced: 1, available: 2, retiringSoon: 3, retired: 4 },
  });
});

it('names retailers and marketplaces', () => {
  expect(RETAILER_NAMES).toEqual({ retailer_a: 'Retailer A', retailer_b: 'Retailer B' });
  expect(SELLING_PLATFORM_NAMES).toEqual({ ebay: 'eBay', bricklink: 'BrickLink', amazon_fba: 'Amazon FBA' });
});

it('prefers the platform that leaves most, the first of equal ones', () => {
  const at = (platform: Proceeds['platform'], netCents: number) => ({ platform, netCents }) as Proceeds;
  const best = (...options: readonly Proceeds[]) => bestProceeds(options)?.platform ?? null;
  expect(best()).toBeNull();
  expect(best(at('ebay', 100), at('bricklink', 200), at('amazon_fba', 150))).toBe('bricklink');
  expect(best(at('ebay', 100), at('bricklink', 100))).toBe('ebay');
  expect(best(at('ebay', -5))).toBe('ebay');
});
