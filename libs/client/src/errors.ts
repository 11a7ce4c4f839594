import { type RateLimit, rateLimitOf, retryAfterMs } from './answer.ts';

/** Content of a response other than 2xx. */
export interface ErrorAnswer {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Quote it when you report a problem; null: no response from the service itself. */
  readonly requestId: string | null;
  /** Requested wait in milliseconds; null: none. */
  readonly retryAfterMs: number | null;
  /** Null: the key was not accepted. */
  readonly rateLimit: RateLimit | null;
}

/** Any failed call. Branch on the class or `code`: the message may change. */
export class BrickmarketError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  readonly rateLimit: RateLimit | null;

  constructor(answer: ErrorAnswer, options?: ErrorOptions) {
    super(answer.message, options);
    this.name = new.target.name;
    this.status = answer.status;
    this.code = answer.code;
    this.requestId = answer.requestId;
    this.retryAfterMs = answer.retryAfterMs;
    this.rateLimit = answer.rateLimit;
  }
}

/** 400: the request can never succeed. */
export class BadRequestError extends BrickmarketError {}

/** 401: no key was sent. */
export class MissingApiKeyError extends BrickmarketError {}

/** 401: the key is malformed, unknown, expired or revoked. */
export class InvalidApiKeyError extends BrickmarketError {}

/** 403: the account lacks the Reseller plan. */
export class TierRequiredError extends BrickmarketError {}

/** 404: no such set, minifigure or brickfolio. */
export class NotFoundError extends BrickmarketError {}

/** 429: the daily quota does not cover the request; `retryAfterMs` says when it resets. */
export class QuotaExceededError extends BrickmarketError {}

/** 5xx: a server error that outlasted the retries. */
export class InternalError extends BrickmarketError {}

/** No response after all retries; see `cause`. Status 0, code `Network`. */
export class NetworkError extends BrickmarketError {
  constructor(message: string, cause: unknown, code = 'Network') {
    super({ status: 0, code, message, requestId: null, retryAfterMs: null, rateLimit: null }, { cause });
  }
}

/** No complete response within `timeoutMs` on any attempt. Code `Timeout`. */
export class TimeoutError extends NetworkError {
  constructor(message: string, cause: unknown) {
    super(message, cause, 'Timeout');
  }
}

/** A 5xx from a proxy that cannot reach the service. Code `Gateway`. */
export class GatewayError extends BrickmarketError {}

/** The address answers, but not as this API. Check `baseUrl`. Code `UnexpectedAnswer`. */
export class UnexpectedAnswerError extends BrickmarketError {}

const BY_CODE: Readonly<Record<string, new (answer: ErrorAnswer) => BrickmarketError>> = {
  BadRequest: BadRequestError,
  MissingApiKey: MissingApiKeyError,
  InvalidApiKey: InvalidApiKeyError,
  TierRequired: TierRequiredError,
  NotFound: NotFoundError,
  QuotaExceeded: QuotaExceededError,
  InternalError,
};

/** Null for 2xx or 304 of the service. Reads error bodies only. Download links (`isLink`) carry no key. */
export async function errorOf(response: Response, url: string, isLink = false): Promise<BrickmarketError | null> {
  const { status, headers } = response;
  const type = headers.get('content-type')?.split(';')[0] ?? 'nothing';
  const isOurs = headers.has('x-api-version');
  if (isOurs && (response.ok || status === 304)) return null;
  const about = {
    status,
    requestId: headers.get('x-request-id'),
    retryAfterMs: retryAfterMs(headers),
    rateLimit: rateLimitOf(headers),
  };
  const said = isOurs && type === 'application/json' ? await errorIn(response) : null;
  // Keys are checked before items, so a 404 without quota headers means a wrong address.
  if (said !== null && (isLink || said.code !== 'NotFound' || about.rateLimit !== null))
    return new (BY_CODE[said.code] ?? BrickmarketError)({ ...about, ...said });
  if (status >= 500)
    return new GatewayError({
      ...about,
      code: 'Gateway',
      message: `${url} answered ${status} with ${type}, not from the service: a proxy in front of it cannot reach it`,
    });
  return new UnexpectedAnswerError({
    ...about,
    code: 'UnexpectedAnswer',
    message:
      said === null
        ? `${url} answered ${status} with ${type}, which is not the Brickmarket API: ` +
          'baseUrl must be its address and end in /api/v1'
        : `${url} is no route of the service: baseUrl must end in /api/v1`,
  });
}

async function errorIn(response: Response): Promise<{ code: string; message: string } | null> {
  try {
    const { error } = (await response.json()) as { error?: { code?: unknown; message?: unknown } };
    return typeof error?.code === 'string' ? { code: error.code, message: String(error.message) } : null;
  } catch {
    return null;
  }
}
