import { formatIsoDay } from '@brickmarket/domain';
import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  HttpCode,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiNoContentResponse, ApiResponse } from '@nestjs/swagger';
import { map, type Observable } from 'rxjs';
import { declaredFields, type Shape } from './properties.ts';

const ANSWER = 'declared answer';

const answer =
  (status: number) =>
  (type: Shape): MethodDecorator =>
    applyDecorators(HttpCode(status), ApiResponse({ status, type }), SetMetadata(ANSWER, type));

/** Response with the declared fields of the handler's result. */
export const Ok = answer(200);
export const Created = answer(201);
export const Accepted = answer(202);
export const NoContent = (): MethodDecorator => applyDecorators(HttpCode(204), ApiNoContentResponse());

/** Drops undeclared fields, so that nothing else is sent. */
export function copyDeclared(type: Shape, record: object): object {
  const copy: Record<string, unknown> = {};
  for (const [name, { part, isDay }] of declaredFields(type.prototype as object)) {
    const held = (record as Readonly<Record<string, unknown>>)[name] ?? null;
    if (held === null) copy[name] = null;
    else if (isDay) copy[name] = formatIsoDay(held as number);
    else if (part === undefined) copy[name] = held;
    else if (Array.isArray(held)) copy[name] = held.map((one: object) => copyDeclared(part(), one));
    else copy[name] = copyDeclared(part(), held);
  }
  return copy;
}

@Injectable()
export class DeclaredAnswers implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler<object>): Observable<unknown> {
    const type = this.reflector.get<Shape | undefined>(ANSWER, context.getHandler());
    return type === undefined ? next.handle() : next.handle().pipe(map((record) => copyDeclared(type, record)));
  }
}
