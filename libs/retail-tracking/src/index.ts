export * from './advance-price-state.ts';
export * from './discount-percent.ts';
export * from './exit-economics.ts';
export type { SizeTier } from './fee-card.ts';
export * from './fold-price-state.ts';
