import { type ApiResponseNoStatusOptions, getSchemaPath } from '@nestjs/swagger';
import { ROW_FORMATS, type RowFormat } from '../http/row-format.ts';
import { headersNamed, ON_ADMITTED_ANSWERS } from './answer-headers.ts';
import type { Schema } from './document-types.ts';
import { Meta } from './meta.response.ts';

const ROWS: Readonly<Record<RowFormat, Schema>> = {
  'text/csv': {
    type: 'string',
    description:
      'The same rows with the same fields: a line of names, then one line a row (RFC 4180); null is an empty cell.',
  },
  'application/x-ndjson': {
    type: 'string',
    description: 'The same rows with the same fields: one JSON object a line.',
  },
};

/** The 200 of a route: its data in the envelope. */
export function okAnswer(data: Schema, scope: 'shared' | 'caller', hasRows: boolean): ApiResponseNoStatusOptions {
  const schema: Schema = {
    type: 'object',
    required: ['data', 'meta'],
    properties: { data, meta: { $ref: getSchemaPath(Meta) } },
  };
  return {
    description: 'The answer.',
    headers: headersNamed([
      ...ON_ADMITTED_ANSWERS,
      ...(scope === 'shared' ? (['ETag'] as const) : []),
      ...(hasRows ? (['X-Total-Count', 'Link'] as const) : []),
    ]),
    content: {
      'application/json': { schema },
      ...(hasRows && Object.fromEntries(ROW_FORMATS.map((format) => [format, { schema: ROWS[format] }]))),
    },
  };
}

/** The 304 of shared data. */
export function notModifiedAnswer(): ApiResponseNoStatusOptions {
  return {
    description: '`data` is what `If-None-Match` names. Costs as much as a 200.',
    headers: headersNamed([...ON_ADMITTED_ANSWERS, 'ETag']),
  };
}
