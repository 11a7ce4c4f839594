export * from './describe-rule.ts';
export * from './endpoint-url.ts';
export * from './kinds/event-kinds.ts';
export { type AboutSet, type AtRetailer, RETAIL_FIELDS, SET_FIELDS, setName, setPage } from './kinds/payload-fields.ts';
export { describeEvent, pageOfEvent, type WebhookPayload, webhookPayload, webhookSchema } from './payload.ts';
export * from './retail-news.ts';
export * from './retries.ts';
export * from './rules.ts';
export * from './signing.ts';
