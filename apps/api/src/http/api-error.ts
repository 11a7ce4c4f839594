export type ErrorCode =
  | 'BadRequest'
  | 'MissingApiKey'
  | 'InvalidApiKey'
  | 'TierRequired'
  | 'NotFound'
  | 'QuotaExceeded'
  | 'InternalError';

/** An answer of the contract other than 200. The message is shown to the client. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    message: string,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** The request can never succeed as it was sent. */
export function badRequest(message: string): ApiError {
  return new ApiError(400, 'BadRequest', message);
}

/** There is more to do than can be done in time; another moment, or another replica, may do. */
export function overloaded(): ApiError {
  return new ApiError(503, 'InternalError', 'the service is overloaded; try again in a moment', 1);
}

/** The code that goes with a status for which no more exact one is known. */
export function codeForStatus(status: number): ErrorCode {
  if (status === 404) return 'NotFound';
  return status >= 500 ? 'InternalError' : 'BadRequest';
}

/** The one shape of every error. */
export function errorBody(code: ErrorCode, message: string): string {
  return JSON.stringify({ error: { code, message } });
}
