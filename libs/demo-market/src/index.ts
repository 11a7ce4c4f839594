export * from './demo-market.ts';
export * from './interval.ts';
export * from './market-options.ts';
export type { TruthSample } from './truth/truth-sample.ts';
