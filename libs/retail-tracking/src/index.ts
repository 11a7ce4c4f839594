export * from './price-state.ts';
export * from './exit-economics.ts';
export type { SizeTier } from './fee-card.ts';
