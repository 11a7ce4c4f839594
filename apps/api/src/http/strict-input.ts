import { parse } from 'node:querystring';
import {
  type ArgumentMetadata,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  type PipeTransform,
  type Type,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { badRequest } from './api-error.ts';
import { MalformedBody, textFault } from './body-parser.ts';
import { HandlerCache } from './contract.ts';

export const FRAGMENT_REFUSED = 'a request target has no fragment: write # as %23';

/** Whether a request target holds a raw `#`, at which the router would begin the query. */
export function hasFragment(target: string): boolean {
  return target.includes('#');
}

/** Set on a parsed query that is not percent-encoded UTF-8: what could not be decoded stands in it as it came. */
const UNDECODABLE = Symbol('undecodable');

export type Query = Record<string, string | string[]> & { readonly [UNDECODABLE]?: true };

/**
 * Parses the query as the router has cut it from the target; handlers and checks see only this. Encoding faults are
 * kept until the key was checked.
 */
export function parseQuery(raw: string): Query {
  // 0: every parameter is parsed, or those beyond a limit would pass unchecked.
  const query = parse(raw, '&', '=', { maxKeys: 0 }) as Query;
  return isDecodable(raw) ? query : Object.assign(query, { [UNDECODABLE]: true as const });
}

export function isUndecodable(query: Query): boolean {
  return query[UNDECODABLE] === true;
}

function isDecodable(raw: string): boolean {
  if (!raw.includes('%')) return true;
  try {
    decodeURIComponent(raw);
    return true;
  } catch {
    return false;
  }
}

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

/**
 * Refuses what no route accepts: fragments, unknown, repeated or undecodable parameters, NUL, half characters,
 * unreadable bodies. Runs after the key was charged.
 */
@Injectable()
export class StrictInputGuard implements CanActivate {
  private readonly declaredNames = new HandlerCache((context) =>
    declaredQueryNames(context.getClass(), context.getHandler()),
  );

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (hasFragment(request.url)) throw badRequest(FRAGMENT_REFUSED);
    this.checkQuery(request.query as Query, context);
    const params = request.params as Record<string, string>;
    for (const name in params) refuseFault('the path', params[name]!);
    if (request.body instanceof MalformedBody) throw badRequest(request.body.reason);
    return true;
  }

  private checkQuery(query: Query, context: ExecutionContext): void {
    if (isUndecodable(query)) throw badRequest('the query string is not valid percent-encoded UTF-8');
    for (const name in query) {
      const value = query[name]!;
      const names = this.declaredNames.get(context);
      if (!names.has(name)) throw badRequest(`unknown query parameter ${JSON.stringify(name)}${listOf(names)}`);
      if (typeof value !== 'string') throw badRequest(`query parameter ${name} is given more than once`);
      refuseFault(`query parameter ${name}`, value);
    }
  }
}

function listOf(names: ReadonlySet<string>): string {
  return names.size > 0 ? `; known here: ${[...names].join(', ')}` : '';
}

function refuseFault(where: string, text: string): void {
  const fault = textFault(text);
  if (fault !== null) throw badRequest(`${where} ${fault}`);
}

const UNDECLARED: readonly unknown[] = [undefined, Object, String, Number, Boolean, Array];

/** Checks every parameter and body whose class declares what it may hold. Nothing else costs anything here. */
export class StrictValidationPipe implements PipeTransform<unknown, unknown> {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    return type === 'custom' || UNDECLARED.includes(metatype) ? value : validateAs(metatype as Type<object>, value);
  }
}

/**
 * What was sent, as an instance of the class that declares it; a 400 that says what is wrong with it otherwise. A
 * property that is not declared is refused.
 */
export function validateAs<Declared extends object>(type: Type<Declared>, sent: unknown): Declared {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw badRequest('a JSON object is expected');
  const instance = plainToInstance(type, sent);
  const faults = validateSync(instance, { whitelist: true, forbidNonWhitelisted: true, stopAtFirstError: true });
  if (faults.length > 0)
    throw badRequest(
      faults
        .flatMap((fault) => Object.values(fault.constraints ?? { invalid: `${fault.property} is not valid` }))
        .join('; '),
    );
  return instance;
}
