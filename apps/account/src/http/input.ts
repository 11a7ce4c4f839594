import { isPlainName, parseIsoDay, parseRecordId } from '@brickmarket/domain';
import { STRICT_INPUT, type ValidateInput } from '@brickmarket/extension';
import { isInheritedName } from '@brickmarket/service-runtime';
import { applyDecorators, type ArgumentMetadata, Param, type PipeTransform, ValidationPipe } from '@nestjs/common';
import { ApiParam, ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsInt,
  IsObject,
  Max,
  Min,
  ValidateBy,
  ValidateNested,
  type ValidationError,
} from 'class-validator';
import { OptionalField } from './properties.ts';
import { AccountError } from './errors.ts';
import * as transformerPackage from 'class-transformer';
import * as validatorPackage from 'class-validator';

/** A passkey response has five levels. */
const MAX_LEVELS = 16;

class StrictValidationPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const isSent = metadata.type === 'body' || metadata.type === 'query';
    const fault = isSent ? hiddenFault(value, MAX_LEVELS) : null;
    if (fault !== null) throw fault;
    const ofExtension = metadata.metatype && Reflect.getMetadata(STRICT_INPUT, metadata.metatype);
    return ofExtension === undefined
      ? super.transform(value, metadata)
      : validatedBy(ofExtension as ValidateInput, value);
  }
}

/** Rejects undeclared fields by name. */
export const strictValidation: ValidationPipe = new StrictValidationPipe({
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  stopAtFirstError: true,
  validatorPackage,
  transformerPackage,
  exceptionFactory: (faults: ValidationError[]) => faultOf(faults[0]!),
});

function validatedBy(validate: ValidateInput, sent: unknown): object {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw new AccountError('BadRequest', 'Send a JSON object.');
  const { input, faults } = validate(sent);
  if (faults.length > 0) throw new AccountError('BadRequest', faults[0]!.message, faults[0]!.property);
  return input;
}

/** Sentence of the innermost fault; `field` is the part of the body. */
function faultOf({ property, constraints, children }: ValidationError, field = property): AccountError {
  const [inner] = children ?? [];
  if (constraints === undefined && inner !== undefined) return faultOf(inner, field);
  const { whitelistValidation, ...others } = constraints ?? {};
  const [message] = Object.values(others);
  if (whitelistValidation !== undefined) return unknownField(property);
  return new AccountError('BadRequest', message ?? `The field "${property}" is not valid.`, field);
}

function unknownField(name: string): AccountError {
  return new AccountError('BadRequest', `There is no field "${name}" here.`, name);
}

/** Inherited properties and deep nesting, which the validator cannot see. */
function hiddenFault(value: unknown, levelsLeft: number): AccountError | null {
  if (typeof value !== 'object' || value === null) return null;
  if (levelsLeft === 0) return new AccountError('BadRequest', `Send JSON of at most ${MAX_LEVELS} levels.`);
  for (const [name, inner] of Object.entries(value)) {
    const fault = isInheritedName(name) ? unknownField(name) : hiddenFault(inner, levelsLeft - 1);
    if (fault !== null) return fault;
  }
  return null;
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
export function isStorableText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length <= max && !value.includes('\0') && value.isWellFormed();
}

/** Not empty unless `min` is 0. */
export function TextField(max: number, what: string, min = 1): PropertyDecorator {
  return ValidateBy({
    name: 'textField',
    validator: {
      validate: (value: unknown) => isStorableText(value, max) && value.length >= min,
      defaultMessage: () => `Please give ${what}, of at most ${max} characters.`,
    },
  });
}

/** Safe to show in a terminal. */
export function NameField(max: number, what: string, min = 1): PropertyDecorator {
  return ValidateBy({
    name: 'nameField',
    validator: {
      validate: (value: unknown) => isStorableText(value, max) && value.length >= min && isPlainName(value),
      defaultMessage: () =>
        `Please give ${what}, of at most ${max} characters, without control or direction characters.`,
    },
  });
}

/** With `each`, a list. */
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

const dayOf = ({ value }: { value: unknown }): unknown =>
  value === null ? null : ((typeof value === 'string' ? parseIsoDay(value) : null) ?? Number.NaN);

/** YYYY-MM-DD, parsed. */
export function DayField(what: string): PropertyDecorator {
  return applyDecorators(
    Transform(dayOf),
    ValidateBy({
      name: 'dayField',
      validator: {
        validate: (value: unknown) => Number.isInteger(value),
        defaultMessage: () => `Please give ${what} as a day like 2026-12-31.`,
      },
    }),
  );
}

export function ListOf(of: () => new () => object, max: number, what: string, required = true): PropertyDecorator {
  const message = `List ${what}, at most ${max}.`;
  const schema = { type: () => [of()], maxItems: max };
  return applyDecorators(
    required ? ApiProperty(schema) : OptionalField(schema),
    IsArray({ message }),
    ArrayMaxSize(max, { message }),
    // Nested validation alone accepts a list in place of an object.
    IsObject({ each: true, message }),
    ValidateNested({ each: true }),
    Type(of),
  );
}

export const digits = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;

const MAX_OFFSET = 1_000_000;

/** Adds the filter to limit and offset. */
export function pageQuery<Filter extends object>(
  defaultLimit: number,
  maxLimit: number,
  FilterQuery: new () => Filter = Object as unknown as new () => Filter,
): new () => Filter & { limit: number; offset: number } {
  class PageQuery extends (FilterQuery as new () => object) {
    @OptionalField({ type: 'integer', minimum: 1, maximum: maxLimit, default: defaultLimit })
    @Transform(digits)
    @IsInt({ message: `The limit is a whole number from 1 to ${maxLimit}.` })
    @Min(1, { message: `The limit is a whole number from 1 to ${maxLimit}.` })
    @Max(maxLimit, { message: `The limit is a whole number from 1 to ${maxLimit}.` })
    limit = defaultLimit;

    @OptionalField({ type: 'integer', minimum: 0, maximum: MAX_OFFSET, default: 0 })
    @Transform(digits)
    @IsInt({ message: 'The offset is a whole number.' })
    @Max(MAX_OFFSET, { message: `The offset is at most ${MAX_OFFSET}.` })
    offset = 0;
  }
  return PageQuery as new () => Filter & PageQuery;
}

/** Drops undefined fields. */
export function givenOf<Facts extends object>(
  facts: Facts,
): { [Name in keyof Facts]: Exclude<Facts[Name], undefined> } {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Facts]: Exclude<Facts[Name], undefined>;
  };
}

/** Other texts than ids match no record. */
class RecordIdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    const id = parseRecordId(value);
    if (id === null) throw new AccountError('NotFound', 'There is nothing with this number.');
    return id;
  }
}

export const RecordId =
  (name = 'id'): ParameterDecorator =>
  (target, method, index) => {
    Param(name, RecordIdPipe)(target, method, index);
    ApiParam({ name, type: 'integer' })(target, method!, Object.getOwnPropertyDescriptor(target, method!)!);
  };
