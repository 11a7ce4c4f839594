export * from './describe-rule.ts';
export * from './endpoint-url.ts';
export * from './payload.ts';
export * from './retail-news.ts';
export * from './retries.ts';
export * from './rules.ts';
export * from './signing.ts';
export * from './webhook-schemas.ts';
