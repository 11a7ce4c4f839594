/** What an answer other than 2xx says. */
export interface ErrorAnswer {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Quote it when you report a problem; null when no answer came from the service itself. */
  readonly requestId: string | null;
  /** How long the service asks to wait, in milliseconds; null when it does not say. */
  readonly retryAfterMs: number | null;
}

/** Any failed call. Branch on the class or on `code`; the wording of the message may change. */
export class BrickmarketError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;

  constructor(answer: ErrorAnswer, options?: ErrorOptions) {
    super(answer.message, options);
    this.name = new.target.name;
    this.status = answer.status;
    this.code = answer.code;
    this.requestId = answer.requestId;
    this.retryAfterMs = answer.retryAfterMs;
  }
}

/** 400: the request can never succeed as it was sent. */
export class BadRequestError extends BrickmarketError {}

/** 401: no key was sent. */
export class MissingApiKeyError extends BrickmarketError {}

/** 401: the key is malformed, unknown, expired or revoked. */
export class InvalidApiKeyError extends BrickmarketError {}

/** 403: the account lacks the Reseller plan. */
export class TierRequiredError extends BrickmarketError {}

/** 404: no such set, minifigure or own collection. */
export class NotFoundError extends BrickmarketError {}

/** 429: the day's allowance does not cover the request; `retryAfterMs` says when it is whole again. */
export class QuotaExceededError extends BrickmarketError {}

/** 5xx: a failure on the service's side that outlasted the retries. */
export class InternalError extends BrickmarketError {}

/** No answer at all, retries included; `cause` says why. Status 0, code `Network`. */
export class NetworkError extends BrickmarketError {}

const BY_CODE: Readonly<Record<string, typeof BrickmarketError>> = {
  BadRequest: BadRequestError,
  MissingApiKey: MissingApiKeyError,
  InvalidApiKey: InvalidApiKeyError,
  TierRequired: TierRequiredError,
  NotFound: NotFoundError,
  QuotaExceeded: QuotaExceededError,
  InternalError,
};

/** The error of an answer, by its code; of the base class when the code is not known. */
export function errorOf(answer: ErrorAnswer): BrickmarketError {
  return new (BY_CODE[answer.code] ?? BrickmarketError)(answer);
}
