export * from './resale-area.ts';
export { VersionedCache } from '../caching/versioned-cache.ts';
export * from './own-fees.ts';
export * from './own-sell-list.ts';
export * from './own-buy-list.ts';
export * from './stakes.ts';
