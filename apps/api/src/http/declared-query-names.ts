import type { Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { getMetadataStorage } from 'class-validator';

/** The query parameters a handler declares through its `@Query()` class; none when it declares no such class. */
export function declaredQueryNames(controller: Type, handler: { readonly name: string }): ReadonlySet<string> {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler.name) ?? {}) as Record<
    string,
    { index: number }
  >;
  const query = Object.entries(args).find(([key]) => key.startsWith(`${RouteParamtypes.QUERY}:`))?.[1];
  if (query === undefined) return new Set();
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, handler.name) as Type[];
  const rules = getMetadataStorage().getTargetValidationMetadatas(types[query.index]!, '', true, false);
  return new Set(rules.map((rule) => rule.propertyName));
}
