import { Module, type ModuleMetadata, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';

/** A chapter of the reference: all routes of one feature. */
export interface Chapter {
  readonly name: string;
  readonly description: string;
}

/** The request that stands as the example of a route. A feature lists its own in `examples.ts`. */
export interface ExampleRequest {
  readonly operationId: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly body?: object;
}

/**
 * An example request and what the demo market answered. Long lists are cut after a few rows. Written by
 * `npm run openapi:examples` into `examples.generated.ts` beside the feature's `examples.ts`.
 */
export interface ExampleAnswer extends Pick<ExampleRequest, 'parameters' | 'body'> {
  readonly answer: object;
}

/** What a feature says of itself beyond its Nest module. */
export interface FeatureDescription {
  readonly chapter: Chapter;
  /** By operation id. */
  readonly examples: Readonly<Record<string, ExampleAnswer>>;
}

const FEATURE = 'brickmarket:feature';

/**
 * A Nest module whose routes belong to the contract: it brings its own chapter and examples for the OpenAPI document.
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
