import { Omittable } from '@brickmarket/extension';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';

// Fields of requests and responses, as the generated types need them.

export type Shape = new () => object;

interface Declared {
  /** Shape of the object, or of each in a list. */
  readonly part: (() => Shape) | undefined;
  readonly isDay: boolean;
}

const DECLARED = Symbol('declared fields');

/** Includes inherited fields. */
export function declaredFields(target: object): ReadonlyMap<string, Declared> {
  return (Reflect.getMetadata(DECLARED, target) as ReadonlyMap<string, Declared> | undefined) ?? new Map();
}

/** Only declared fields are sent (`http/declared-answers.ts`). */
export const Field =
  (schema: ApiPropertyOptions, part?: () => Shape): PropertyDecorator =>
  (target, name) => {
    // Wrapped, as the generator recognizes deferred types by the function name `type`.
    ApiProperty(part === undefined ? schema : ({ ...schema, type: () => part() } as ApiPropertyOptions))(target, name);
    const isDay = 'format' in schema && schema.format === 'date';
    const fields = new Map(declaredFields(target)).set(String(name), { part, isDay });
    Reflect.defineMetadata(DECLARED, fields, target);
  };

/** Optional; null only if the schema allows it. */
export const OptionalField = (schema: ApiPropertyOptions): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional(schema), schema.nullable ? IsOptional() : Omittable());

export const Whole = (): PropertyDecorator => Field({ type: 'integer' });
export const WholeOrNull = (): PropertyDecorator => Field({ type: 'integer', nullable: true });
export const Wholes = (): PropertyDecorator => Field({ type: 'integer', isArray: true });
export const OptionalWhole = (): PropertyDecorator => OptionalField({ type: 'integer' });
export const OptionalWholeOrNull = (): PropertyDecorator => OptionalField({ type: 'integer', nullable: true });
export const OptionalTextOrNull = (): PropertyDecorator => OptionalField({ type: String, nullable: true });
export const OptionalOneOf = (...values: readonly string[]): PropertyDecorator =>
  OptionalField({ type: String, enum: [...values] });
export const Amount = (): PropertyDecorator => Field({ type: Number });
export const AmountOrNull = (): PropertyDecorator => Field({ type: Number, nullable: true });
export const Text = (): PropertyDecorator => Field({ type: String });
export const OptionalText = (): PropertyDecorator => OptionalField({ type: String });
export const TextOrNull = (): PropertyDecorator => Field({ type: String, nullable: true });
export const Texts = (): PropertyDecorator => Field({ type: String, isArray: true });
export const NamedTexts = ({ nullable = false } = {}): PropertyDecorator =>
  Field({ type: Object, additionalProperties: { type: 'string' }, nullable });
export const Flag = (): PropertyDecorator => Field({ type: Boolean });
export const FlagOrNull = (): PropertyDecorator => Field({ type: Boolean, nullable: true });
export const OptionalFlag = (): PropertyDecorator => OptionalField({ type: Boolean });
export const Moment = (): PropertyDecorator => Field({ type: String, format: 'date-time' });
export const MomentOrNull = (): PropertyDecorator => Field({ type: String, format: 'date-time', nullable: true });
/** Days since 1970 here, YYYY-MM-DD in the response. */
export const Day = (): PropertyDecorator => Field({ type: String, format: 'date' });
export const DayOrNull = (): PropertyDecorator => Field({ type: String, format: 'date', nullable: true });
export const OneOf = (...values: readonly string[]): PropertyDecorator => Field({ type: String, enum: [...values] });
export const OneOfOrNull = (...values: readonly string[]): PropertyDecorator =>
  Field({ type: String, enum: [...values], nullable: true });
export const Part = (of: () => Shape): PropertyDecorator => Field({}, of);
export const PartOrNull = (of: () => Shape): PropertyDecorator => Field({ nullable: true }, of);
export const Parts = (of: () => Shape): PropertyDecorator => Field({ isArray: true }, of);
export const BrowserObject = (): PropertyDecorator => Field({ type: Object, additionalProperties: true });
