export * from './describe-rule.ts';
export * from './endpoint-url.ts';
export type * from './kinds/event-kind.ts';
export * from './kinds/event-kinds.ts';
export * from './payload.ts';
export * from './retail-news.ts';
export * from './retries.ts';
export * from './rules.ts';
export * from './signing.ts';
