export { type Answer, Call, type RateLimit } from './answer.ts';
export * from './brickmarket.ts';
export {
  BadRequestError,
  BrickmarketError,
  type ErrorAnswer,
  GatewayError,
  InternalError,
  InvalidApiKeyError,
  MissingApiKeyError,
  NetworkError,
  NotFoundError,
  QuotaExceededError,
  TierRequiredError,
  TimeoutError,
  UnexpectedAnswerError,
} from './errors.ts';
export type { Patience, Send } from './exchange.ts';
export type * from './records.ts';
export * from './webhooks.ts';
