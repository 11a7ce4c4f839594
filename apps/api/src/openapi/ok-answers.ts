import { type ApiResponseNoStatusOptions, getSchemaPath } from '@nestjs/swagger';
import { headersNamed, ON_ADMITTED_ANSWERS } from './answer-headers.ts';
import type { Schema } from './document-types.ts';
import { Meta } from './meta.response.ts';

/** The 200 of a route: its data in the envelope. */
export function okAnswer(data: Schema, scope: 'shared' | 'caller'): ApiResponseNoStatusOptions {
  const schema: Schema = { type: 'object', required: ['data', 'meta'], properties: { data, meta: { $ref: getSchemaPath(Meta) } } };
  return {
    description: 'The answer.',
    headers: headersNamed(scope === 'shared' ? [...ON_ADMITTED_ANSWERS, 'ETag'] : ON_ADMITTED_ANSWERS),
    content: { 'application/json': { schema } },
  };
}

/** The 304 of shared data. */
export function notModifiedAnswer(): ApiResponseNoStatusOptions {
  return { description: '`data` is what `If-None-Match` names. Costs as much as a 200.', headers: headersNamed([...ON_ADMITTED_ANSWERS, 'ETag']) };
}
