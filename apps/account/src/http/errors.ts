import { DomainError, LimitedError, asSentence } from '@brickmarket/domain';
import { IdentityError, type IdentityErrorCode } from '@brickmarket/identity';
import { outageOf } from '@brickmarket/service-runtime';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type ErrorCode =
  | IdentityErrorCode
  | 'BadRequest'
  | 'CrossSite'
  | 'WrongHost'
  | 'NotFound'
  | 'Conflict'
  | 'EditedElsewhere'
  | 'WatchedByRules'
  | 'TooManyExports'
  | 'InternalError';

export const STATUS_OF_CODE: Readonly<Record<ErrorCode, number>> = {
  BadRequest: 400,
  WeakPassword: 400,
  PasskeyRefused: 400,
  NotSignedIn: 401,
  WrongCredentials: 403,
  WrongCode: 403,
  StepUpRequired: 403,
  SignUpClosed: 403,
  CrossSite: 403,
  NotFound: 404,
  LinkUnknown: 404,
  LinkExpired: 410,
  LinkUsed: 410,
  LinkVoid: 410,
  KeyLimit: 409,
  KeyNotActive: 409,
  AddressTaken: 409,
  AlreadyRegistered: 409,
  MailUnavailable: 409,
  Conflict: 409,
  EditedElsewhere: 409,
  WatchedByRules: 409,
  WrongHost: 421,
  TooManyAttempts: 429,
  TooManyExports: 429,
  InternalError: 500,
  Overloaded: 503,
};

const CODE_OF_KIND = { 'not-found': 'NotFound', invalid: 'BadRequest', conflict: 'Conflict' } as const;

/** The message is shown to users. */
export class AccountError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly field?: string | undefined,
    readonly retryAfterSeconds?: number | undefined,
    /** Current record, after a change elsewhere. */
    readonly current?: object | null | undefined,
  ) {
    super(message);
  }
}

/** The one error shape. */
export async function answerError(reply: FastifyReply, error: AccountError): Promise<void> {
  const { code, retryAfterSeconds } = error;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  await reply.status(STATUS_OF_CODE[code]).header('content-type', JSON_TYPE).send(errorBody(error));
}

export const JSON_TYPE = 'application/json; charset=utf-8';

export function errorBody({ code, message, field, current }: AccountError): string {
  return JSON.stringify({
    error: { code, message, ...(field !== undefined && { field }) },
    ...(current !== undefined && { current }),
  });
}

/** Maps errors to the one shape. Logs unknown ones with a generic response. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const error = toAccountError(thrown);
    if (error.code === 'InternalError' || outageOf(thrown) !== null)
      request.log.error({ err: thrown }, 'request failed');
    const reply = http.getResponse<FastifyReply>();
    if (!reply.sent) await answerError(reply, error);
  }
}

const OUTAGES = {
  'disk full': 'The disk of the service is full: nothing was saved. Try again in a few minutes.',
  'database away': 'The database of the service does not answer. Try again in a few minutes.',
} as const;
const OUTAGE_RETRY_S = 60;

function toAccountError(thrown: unknown): AccountError {
  if (thrown instanceof AccountError) return thrown;
  const outage = outageOf(thrown);
  if (outage !== null) return new AccountError('Overloaded', OUTAGES[outage], undefined, OUTAGE_RETRY_S);
  if (thrown instanceof IdentityError)
    return new AccountError(thrown.code, thrown.message, thrown.field, thrown.retryAfterSeconds);
  if (thrown instanceof LimitedError)
    return new AccountError('TooManyAttempts', asSentence(thrown.message), undefined, secondsUntil(thrown.retryAt));
  if (DomainError.isOne(thrown)) return new AccountError(CODE_OF_KIND[thrown.kind], asSentence(thrown.message));
  const status =
    thrown instanceof HttpException
      ? thrown.getStatus()
      : Number((thrown as { statusCode?: unknown } | null)?.statusCode);
  if (status === 404) return new AccountError('NotFound', 'There is nothing at this address.');
  if (status === 413) return new AccountError('BadRequest', 'The request is too large.');
  if (status >= 400 && status < 500)
    return new AccountError('BadRequest', 'The request is malformed: send JSON as application/json.');
  return new AccountError('InternalError', 'Something failed on our side. Please try again.');
}

function secondsUntil(instant: Date): number {
  return Math.max(1, Math.ceil((instant.getTime() - Date.now()) / 1_000));
}
