import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { badRequest } from './api-error.ts';

const UNDECLARED: readonly unknown[] = [undefined, Object, String, Number, Boolean, Array];

/** Checks every parameter and body whose class declares what it may hold. Nothing else costs anything here. */
export class StrictValidationPipe implements PipeTransform<unknown, unknown> {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    return type === 'custom' || UNDECLARED.includes(metatype) ? value : declaredAs(metatype as Type<object>, value);
  }
}

/** What was sent, as an instance of the class that declares it; a 400 that says what is wrong with it otherwise. A property that is not declared is refused. */
export function declaredAs<Declared extends object>(type: Type<Declared>, sent: unknown): Declared {
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
