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

/** Documentation of a route beyond what its parameter and response classes declare. */
interface ContractRouteOptions {
  readonly summary: string;
  /** Markdown: what a client must know beyond the schemas. */
  readonly description: string;
  /** The class of `data`; in brackets when `data` is an array of them. */
  readonly data: Type | readonly [Type];
  /** `data` can be null. */
  readonly orNull?: boolean;
  /**
   * Whose data the route reads: what all callers share, the caller's own books, or the former with something of the
   * latter. Each has an ETag and can be 304. What is asked for by a body has none.
   */
  readonly scope: 'shared' | 'books' | 'shared with books' | 'asked by body';
  /** When the route answers 404. */
  readonly notFound?: string;
  /** The list in `data` that is available as CSV and NDJSON too, and the class of its rows. */
  readonly rows?: { readonly property: string; readonly of: Type };
  /** What each path parameter is. */
  readonly path?: Readonly<Record<string, PathParameter>>;
}

/** The metadata key under which @ApiProperty lists the properties of a class. */
const API_PROPERTIES = 'swagger/apiModelPropertiesArray';

const IF_NONE_MATCH = ApiHeader({
  name: 'If-None-Match',
  required: false,
  description: 'The `ETag` of an earlier answer: when `data` is still the same, the answer is 304 without a body.',
  schema: { type: 'string' },
});

const EVERY_ROUTE: readonly ErrorStatus[] = [400, 401, 403, 429, 500, 503];

/** The columns are the documented properties, in the order of their declaration. */
function rowsOfRoute({ property, of }: NonNullable<ContractRouteOptions['rows']>): RowsOfRoute {
  const properties = Reflect.getMetadata(API_PROPERTIES, of.prototype as object) as readonly string[];
  return { property, columns: properties.map((name) => name.replace(/^:/, '')) };
}

/** The schema of `data`. */
function dataSchema(model: Type, { data, orNull }: ContractRouteOptions): Schema {
  const one: Schema = { $ref: getSchemaPath(model) };
  const schema: Schema = Array.isArray(data) ? { type: 'array', items: one } : one;
  return orNull ? { nullable: true, allOf: [schema] } : schema;
}

/** Documents a route of the contract. The service does not start with a route that lacks it. */
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

/** A chapter of the reference: all routes of one feature. */
interface Chapter {
  readonly name: string;
  readonly description: string;
}

/** The example request of a route. A feature lists its own in its module. */
export interface ExampleRequest {
  readonly operationId: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly body?: object;
}

/**
 * An example request and what the demo market answered. Long lists are cut after a few rows. Written by
 * `npm run openapi:examples` into `examples.generated.ts` beside the feature's module.
 */
export interface ExampleAnswer extends Pick<ExampleRequest, 'parameters' | 'body'> {
  readonly answer: object;
}

/** Documentation of a feature. */
export interface FeatureDescription {
  readonly chapter: Chapter;
  /** By operation id. */
  readonly examples: Readonly<Record<string, ExampleAnswer>>;
}

const FEATURE = 'brickmarket:feature';

/**
 * A Nest module whose routes belong to the contract, with its own chapter and examples for the OpenAPI document.
 */
export function Feature({ chapter, examples, ...module }: FeatureDescription & ModuleMetadata): ClassDecorator {
  return (target) => {
    Module(module)(target);
    for (const controller of module.controllers ?? []) ApiTags(chapter.name)(controller);
    Reflect.defineMetadata(FEATURE, { chapter, examples } satisfies FeatureDescription, target);
  };
}

/** The descriptions of those modules that have one, in the order given. */
export function featureDescriptions(modules: readonly Type[]): readonly FeatureDescription[] {
  return modules.flatMap((module) => (Reflect.getMetadata(FEATURE, module) as FeatureDescription | undefined) ?? []);
}
