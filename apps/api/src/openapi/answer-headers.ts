import type { OpenAPIObject } from '@nestjs/swagger';
import { API_VERSION } from '../http/contract.ts';

type Components = NonNullable<OpenAPIObject['components']>;

export type Headers = NonNullable<Components['headers']>;
export type Schema = NonNullable<Components['schemas']>[string];
export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** Every header an answer can carry, described once. */
export const ANSWER_HEADERS = {
  'X-Request-Id': {
    description: 'Names this request; the same as `meta.request_id`. Quote it when you report a problem.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  'X-API-Version': {
    description: 'The version of the contract.',
    required: true,
    schema: { type: 'string', enum: [API_VERSION] },
  },
  'X-RateLimit-Limit': {
    description: 'The daily allowance of the key.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'X-RateLimit-Remaining': {
    description: 'What is left of it.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Reset': {
    description: 'When it is whole again: the next midnight UTC.',
    required: true,
    schema: { type: 'string', format: 'date-time' },
  },
  'Retry-After': {
    description: 'Whole seconds after which it is worth to ask again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  ETag: {
    description: 'Names this state of `data`. Send it back as `If-None-Match` to be told when nothing changed.',
    required: true,
    schema: { type: 'string' },
  },
  'X-Total-Count': {
    description: 'With rows as CSV or NDJSON: how many there are on all pages.',
    required: false,
    schema: { type: 'integer', minimum: 0 },
  },
  Link: {
    description: 'With rows as CSV or NDJSON: the next page, as `<path>; rel="next"`; absent on the last one.',
    required: false,
    schema: { type: 'string' },
  },
} as const satisfies Headers;

export type HeaderName = keyof typeof ANSWER_HEADERS;

/** What is left of the allowance. */
export const RATE_LIMIT: readonly HeaderName[] = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

/** What every answer carries. */
export const ON_EVERY_ANSWER: readonly HeaderName[] = ['X-Request-Id', 'X-API-Version'];

/** What every answer carries once the key was let in. */
export const ON_ADMITTED_ANSWERS: readonly HeaderName[] = [...ON_EVERY_ANSWER, ...RATE_LIMIT];

/** Headers by reference to their descriptions. */
export function headersNamed(names: readonly HeaderName[]): Headers {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Headers that such an answer may lack. */
export function headersPerhaps(names: readonly HeaderName[]): Headers {
  return Object.fromEntries(names.map((name) => [name, { ...ANSWER_HEADERS[name], required: false }]));
}
