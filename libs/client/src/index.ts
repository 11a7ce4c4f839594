export { type Answer, Call, type RateLimit } from './answer.ts';
export * from './brickmarket.ts';
export type { components, operations, paths } from './contract.generated.ts';
export * from './errors.ts';
export type { Patience, Send } from './exchange.ts';
export type * from './records.ts';
export * from './webhooks.ts';
