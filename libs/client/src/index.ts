export * from './brickmarket.ts';
export type { components, operations, paths } from './contract.generated.ts';
export * from './errors.ts';
export type { Patience } from './patient-fetch.ts';
export type { RateLimit } from './rate-limit.ts';
export type * from './records.ts';
