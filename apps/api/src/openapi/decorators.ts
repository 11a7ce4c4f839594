import { applyDecorators, SetMetadata, type Type, Module, type ModuleMetadata } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiResponse,
  getSchemaPath,
  ApiTags,
} from '@nestjs/swagger';
import { BOOKS_ROUTE, BOOKS_STATE } from '../http/books-tag.ts';
import { ROWS_OF_ROUTE, type RowsOfRoute } from '../http/envelope.ts';
import type { PathParameter } from '../http/parameters.ts';
import { type Schema, errorAnswer, type ErrorStatus, notModifiedAnswer, okAnswer } from './answers.ts';

export const CONTRACT_ROUTE = 'brickmarket:contract-route';

interface ContractRouteOptions {
  readonly summary: string;
  readonly description: string;
  /** Class of `data`; in brackets for an array. */
  readonly data: Type | readonly [Type];
  readonly orNull?: boolean;
  /** Data of the route: shared, own portfolio, or both. These have an ETag and 304; a requested body has none. */
  readonly scope: 'shared' | 'books' | 'shared with books' | 'asked by body';
  readonly notFound?: string;
  /** List in `data` available as CSV and NDJSON, with its row class. */
  readonly rows?: { readonly property: string; readonly of: Type };
  readonly path?: Readonly<Record<string, PathParameter>>;
}

/** Metadata key of @ApiProperty's list. */
const API_PROPERTIES = 'swagger/apiModelPropertiesArray';

const IF_NONE_MATCH = ApiHeader({
  name: 'If-None-Match',
  required: false,
  description: '`ETag` of an earlier response. If `data` is unchanged, the response is 304 without a body.',
  schema: { type: 'string' },
});

const EVERY_ROUTE: readonly ErrorStatus[] = [400, 401, 403, 429, 500, 503];

/** Documented properties in order of declaration. */
function rowsOfRoute({ property, of }: NonNullable<ContractRouteOptions['rows']>): RowsOfRoute {
  const properties = Reflect.getMetadata(API_PROPERTIES, of.prototype as object) as readonly string[];
  return { property, columns: properties.map((name) => name.replace(/^:/, '')) };
}

function dataSchema(model: Type, { data, orNull }: ContractRouteOptions): Schema {
  const one: Schema = { $ref: getSchemaPath(model) };
  const schema: Schema = Array.isArray(data) ? { type: 'array', items: one } : one;
  return orNull ? { nullable: true, allOf: [schema] } : schema;
}

/** The service does not start with an undocumented route. */
export function ContractRoute(options: ContractRouteOptions): MethodDecorator {
  const model = Array.isArray(options.data) ? (options.data as readonly [Type])[0] : (options.data as Type);
  const hasTag = options.scope !== 'asked by body';
  return applyDecorators(
    SetMetadata(CONTRACT_ROUTE, options),
    ApiOperation({ summary: options.summary, description: options.description }),
    ...(options.rows === undefined ? [] : [SetMetadata(ROWS_OF_ROUTE, rowsOfRoute(options.rows))]),
    ApiBearerAuth('apiKey'),
    ApiExtraModels(model),
    ...Object.entries(options.path ?? {}).map(([name, { description, example }]) =>
      ApiParam({ name, description, example, schema: { type: 'string', minLength: 1, maxLength: 100 } }),
    ),
    ApiResponse({ status: 200, ...okAnswer(dataSchema(model, options), hasTag, options.rows !== undefined) }),
    ...(options.scope === 'books' ? [SetMetadata(BOOKS_ROUTE, true)] : []),
    ...(options.scope === 'books' || options.scope === 'shared with books' ? [SetMetadata(BOOKS_STATE, true)] : []),
    ...(hasTag ? [IF_NONE_MATCH, ApiResponse({ status: 304, ...notModifiedAnswer() })] : []),
    ...EVERY_ROUTE.map((status) => ApiResponse({ status, ...errorAnswer(status) })),
    ...(options.notFound === undefined ? [] : [ApiResponse({ status: 404, ...errorAnswer(404, options.notFound) })]),
  );
}

interface Chapter {
  readonly name: string;
  readonly description: string;
}

export interface ExampleRequest {
  readonly operationId: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly body?: object;
}

/** Example with the demo market's shortened response, written by `npm run openapi:examples`. */
export interface ExampleAnswer extends Pick<ExampleRequest, 'parameters' | 'body'> {
  readonly answer: object;
}

export interface FeatureDescription {
  readonly chapter: Chapter;
  readonly examples: Readonly<Record<string, ExampleAnswer>>;
}

const FEATURE = 'brickmarket:feature';

/** Module whose routes belong to the contract, with chapter and examples. */
export function Feature({ chapter, examples, ...module }: FeatureDescription & ModuleMetadata): ClassDecorator {
  return (target) => {
    Module(module)(target);
    for (const controller of module.controllers ?? []) ApiTags(chapter.name)(controller);
    Reflect.defineMetadata(FEATURE, { chapter, examples } satisfies FeatureDescription, target);
  };
}

export function featureDescriptions(modules: readonly Type[]): readonly FeatureDescription[] {
  return modules.flatMap((module) => (Reflect.getMetadata(FEATURE, module) as FeatureDescription | undefined) ?? []);
}
