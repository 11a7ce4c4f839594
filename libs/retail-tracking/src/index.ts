export * from './current-price.ts';
export * from './exit-economics.ts';
export type { SizeTier } from './fee-card.ts';
export * from './price-state.ts';
