import { parseIsoDay } from '@brickmarket/domain';
import { type PipeTransform, ValidationPipe } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import * as transformerPackage from 'class-transformer';
import { Transform } from 'class-transformer';
import * as validatorPackage from 'class-validator';
import { IsInt, Max, Min, type ValidationError, ValidateBy } from 'class-validator';
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

/** A whole number within bounds; with `each`, a list of them. */
export function WholeField(min: number, max: number, what: string, each = false): PropertyDecorator {
  return ValidateBy(
    {
      name: 'wholeField',
      validator: {
        validate: (value: unknown) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
        defaultMessage: () => `Please give ${what} as a whole number from ${min} to ${max}.`,
      },
    },
    { each },
  );
}

/** A day of the form YYYY-MM-DD. */
export function DayField(what: string): PropertyDecorator {
  return ValidateBy({
    name: 'dayField',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && parseIsoDay(value) !== null,
      defaultMessage: () => `Please give ${what} as a day like 2026-12-31.`,
    },
  });
}

/** The digits of a query parameter as a number. */
export const digits = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;

/** The largest number of a record. */
export const MAX_ID = 2_147_483_647;
const MAX_OFFSET = 1_000_000;

/** The query of a page of a list. */
export function pageQuery(defaultLimit: number, maxLimit: number): new () => { limit: number; offset: number } {
  class PageQuery {
    @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: maxLimit, default: defaultLimit })
    @Transform(digits)
    @IsInt({ message: `The limit is a whole number from 1 to ${maxLimit}.` })
    @Min(1, { message: `The limit is a whole number from 1 to ${maxLimit}.` })
    @Max(maxLimit, { message: `The limit is a whole number from 1 to ${maxLimit}.` })
    limit = defaultLimit;

    @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: MAX_OFFSET, default: 0 })
    @Transform(digits)
    @IsInt({ message: 'The offset is a whole number.' })
    @Max(MAX_OFFSET, { message: `The offset is at most ${MAX_OFFSET}.` })
    offset = 0;
  }
  return PageQuery;
}

/** The number of a record in a path. What is no number is the number of nothing. */
export class RecordIdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    if (!/^[1-9]\d{0,14}$/.test(value)) throw new AccountError('NotFound', 'There is nothing with this number.');
    return Number(value);
  }
}
