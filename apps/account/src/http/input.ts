import { type PipeTransform, ValidationPipe } from '@nestjs/common';
import * as transformerPackage from 'class-transformer';
import * as validatorPackage from 'class-validator';
import { type ValidationError, ValidateBy } from 'class-validator';
import { AccountError } from './errors.ts';

/** Checks every body and query whose class declares what it may hold; refuses the rest, naming the field. */
export const strictValidation = new ValidationPipe({
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  stopAtFirstError: true,
  validatorPackage,
  transformerPackage,
  exceptionFactory: (faults: ValidationError[]) => faultOf(faults[0]!),
});

function faultOf({ property, constraints }: ValidationError): AccountError {
  const { whitelistValidation, ...others } = constraints ?? {};
  const [message] = Object.values(others);
  if (whitelistValidation !== undefined)
    return new AccountError('BadRequest', `There is no field "${property}" here.`, property);
  return new AccountError('BadRequest', message ?? `The field "${property}" is not valid.`, property);
}

/** A text of bounded length that PostgreSQL can store: no NUL, no half character. */
export function TextField(max: number, what: string): PropertyDecorator {
  return ValidateBy({
    name: 'textField',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'string' &&
        value.length > 0 &&
        value.length <= max &&
        !value.includes('\0') &&
        value.isWellFormed(),
      defaultMessage: () => `Please give ${what}, of at most ${max} characters.`,
    },
  });
}

/** The number of a record in a path. What is no number is the number of nothing. */
export class RecordIdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    if (!/^[1-9]\d{0,14}$/.test(value)) throw new AccountError('NotFound', 'There is nothing with this number.');
    return Number(value);
  }
}
