import { type OpenAPIObject, ApiProperty, type ApiResponseNoStatusOptions, getSchemaPath } from '@nestjs/swagger';
import type { ErrorCode } from '../http/api-error.ts';
import { API_VERSION } from '../http/contract.ts';
import { ROW_FORMATS, type RowFormat } from '../http/envelope.ts';

type Components = NonNullable<OpenAPIObject['components']>;

export type Headers = NonNullable<Components['headers']>;
export type Schema = NonNullable<Components['schemas']>[string];
export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

export const ANSWER_HEADERS = {
  'X-Request-Id': {
    description: 'ID of the request, equal to `meta.request_id`. Quote it when you report a problem.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  'X-API-Version': {
    description: 'Version of the API contract.',
    required: true,
    schema: { type: 'string', enum: [API_VERSION] },
  },
  'Cache-Control': {
    description: 'Only the client may cache the response, and must revalidate it before each use.',
    required: true,
    schema: { type: 'string' },
  },
  Vary: {
    description: 'The request headers that the response depends on.',
    required: true,
    schema: { type: 'string' },
  },
  'X-Content-Type-Options': {
    description: 'Disables content type sniffing.',
    required: true,
    schema: { type: 'string', enum: ['nosniff'] },
  },
  'WWW-Authenticate': {
    description: 'The authentication scheme.',
    required: true,
    schema: { type: 'string', enum: ['Bearer'] },
  },
  'X-RateLimit-Limit': {
    description: 'Daily quota of the key, in calls.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'X-RateLimit-Remaining': {
    description: 'Calls left of the daily quota.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Reset': {
    description: 'When the daily quota resets: the next midnight UTC.',
    required: true,
    schema: { type: 'string', format: 'date-time' },
  },
  RateLimit: {
    description: 'The same as structured fields: calls left (`r`) and seconds to the reset (`t`).',
    required: true,
    schema: { type: 'string', examples: ['"day";r=998;t=43200'] },
  },
  'RateLimit-Policy': {
    description: 'The daily quota as structured fields: calls (`q`) per window in seconds (`w`).',
    required: true,
    schema: { type: 'string', examples: ['"day";q=1000;w=86400'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  ETag: {
    description: 'Version of `data`. Send it as `If-None-Match` to get 304 while `data` is unchanged.',
    required: true,
    schema: { type: 'string' },
  },
  'X-Total-Count': {
    description: 'With CSV or NDJSON: number of rows on all pages.',
    required: false,
    schema: { type: 'integer', minimum: 0 },
  },
  Link: {
    description:
      'The description of this API, as `<path>; rel="service-desc"`. With CSV or NDJSON the next page, as ' +
      '`<path>; rel="next"`; absent on the last page.',
    required: false,
    schema: { type: 'string' },
  },
} as const satisfies Headers;

type HeaderName = keyof typeof ANSWER_HEADERS;

const RATE_LIMIT: readonly HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
];

const ON_EVERY_ANSWER: readonly HeaderName[] = [
  'X-Request-Id',
  'X-API-Version',
  'Cache-Control',
  'Vary',
  'X-Content-Type-Options',
  'Link',
];

const ON_ADMITTED_ANSWERS: readonly HeaderName[] = [...ON_EVERY_ANSWER, ...RATE_LIMIT];

function headersNamed(names: readonly HeaderName[]): Headers {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function headersPerhaps(names: readonly HeaderName[]): Headers {
  return Object.fromEntries(names.map((name) => [name, { ...ANSWER_HEADERS[name], required: false }]));
}

export class RateLimit {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Daily quota of the key, in calls.' })
  limit!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Calls left of the daily quota, after this request.' })
  remaining!: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'When the daily quota resets: the next midnight UTC.',
  })
  reset!: string;
}

export class Meta {
  @ApiProperty({ type: String, format: 'uuid', description: 'ID of the request, equal to the header `X-Request-Id`.' })
  request_id!: string;

  @ApiProperty({ type: String, enum: [API_VERSION], description: 'Version of the API contract.' })
  api_version!: string;

  @ApiProperty({ type: RateLimit, description: 'State of the daily quota.' })
  rate_limit!: RateLimit;
}

const ROWS: Readonly<Record<RowFormat, Schema>> = {
  'text/csv': {
    type: 'string',
    description: 'The same rows and fields: a header line, then one line per row (RFC 4180). Null is an empty cell.',
  },
  'application/x-ndjson': {
    type: 'string',
    description: 'The same rows and fields: one JSON object per line.',
  },
};

export function okAnswer(data: Schema, hasTag: boolean, hasRows: boolean): ApiResponseNoStatusOptions {
  const schema: Schema = {
    type: 'object',
    required: ['data', 'meta'],
    properties: { data, meta: { $ref: getSchemaPath(Meta) } },
  };
  return {
    description: 'Success.',
    headers: headersNamed([
      ...ON_ADMITTED_ANSWERS,
      ...(hasTag ? (['ETag'] as const) : []),
      ...(hasRows ? (['X-Total-Count'] as const) : []),
    ]),
    content: {
      'application/json': { schema },
      ...(hasRows && Object.fromEntries(ROW_FORMATS.map((format) => [format, { schema: ROWS[format] }]))),
    },
  };
}

export function notModifiedAnswer(): ApiResponseNoStatusOptions {
  return {
    description: '`data` has the version of `If-None-Match`. Costs as much as a 200.',
    headers: headersNamed([...ON_ADMITTED_ANSWERS, 'ETag']),
  };
}

interface ErrorAnswer {
  readonly schema: string;
  readonly codes: readonly ErrorCode[];
  readonly when: string;
  readonly headers: readonly HeaderName[];
  readonly perhaps?: readonly HeaderName[];
  readonly message: string;
}

export const ERROR_ANSWERS = {
  400: {
    schema: 'BadRequestError',
    codes: ['BadRequest'],
    when:
      'The path, a query parameter or the body is invalid. Unknown and repeated query parameters are invalid too. ' +
      'Costs quota.',
    headers: ON_ADMITTED_ANSWERS,
    message: 'limit must be a whole number from 1 to 250',
  },
  401: {
    schema: 'UnauthorizedError',
    codes: ['MissingApiKey', 'InvalidApiKey'],
    when:
      '`MissingApiKey`: the bearer header is missing. `InvalidApiKey`: the key is malformed, unknown, expired or ' +
      'revoked.',
    headers: [...ON_EVERY_ANSWER, 'WWW-Authenticate'],
    message: 'send your API key as "Authorization: Bearer <API_KEY>"',
  },
  403: {
    schema: 'TierRequiredError',
    codes: ['TierRequired'],
    when: 'The account lacks the Reseller plan.',
    headers: ON_EVERY_ANSWER,
    message: 'the API needs the Reseller plan',
  },
  404: {
    schema: 'NotFoundError',
    codes: ['NotFound'],
    when: 'The item does not exist.',
    headers: ON_ADMITTED_ANSWERS,
    message: 'set 0-0 not found',
  },
  429: {
    schema: 'QuotaExceededError',
    codes: ['QuotaExceeded'],
    when:
      'The rest of the daily quota does not cover this request. Costs nothing. A batch is never answered in part. ' +
      'Wait as long as `Retry-After` says.',
    headers: [...ON_ADMITTED_ANSWERS, 'Retry-After'],
    message: 'the daily quota does not cover this request; it resets at 2026-11-16T00:00:00.000Z',
  },
  500: {
    schema: 'InternalError',
    codes: ['InternalError'],
    when: 'Internal error. The quota cost is refunded. Safe to retry.',
    headers: ON_EVERY_ANSWER,
    perhaps: RATE_LIMIT,
    message: 'something failed on our side; the request can be retried',
  },
  503: {
    schema: 'InternalError',
    codes: ['InternalError'],
    when: 'The service is overloaded or stopping. The quota cost is refunded. Retry after `Retry-After`.',
    headers: [...ON_EVERY_ANSWER, 'Retry-After'],
    perhaps: RATE_LIMIT,
    message: 'the service is busy; try again in a moment',
  },
} as const satisfies Record<number, ErrorAnswer>;

export type ErrorStatus = keyof typeof ERROR_ANSWERS;

export function errorAnswer(status: ErrorStatus, when?: string): ApiResponseNoStatusOptions {
  const answer: ErrorAnswer = ERROR_ANSWERS[status];
  return {
    description: when ?? answer.when,
    headers: { ...headersNamed(answer.headers), ...headersPerhaps(answer.perhaps ?? []) },
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${answer.schema}` },
        example: { error: { code: answer.codes[0], message: answer.message } },
      },
    },
  };
}

export function errorSchemas(): Record<string, Schema> {
  return Object.fromEntries(
    Object.values(ERROR_ANSWERS).map(({ schema, codes }) => [
      schema,
      {
        type: 'object',
        required: ['error'],
        properties: {
          error: {
            type: 'object',
            description: 'Why the request failed.',
            required: ['code', 'message'],
            properties: {
              code: {
                type: 'string',
                enum: [...codes],
                description: 'Cause of the error. Compare this, not the message.',
              },
              message: {
                type: 'string',
                description: 'Explanation for people. Its wording is not part of the contract.',
              },
            },
          },
        },
      },
    ]),
  );
}
