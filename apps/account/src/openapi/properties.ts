import { Omittable } from '@brickmarket/extension';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';

// The fields of requests and answers, each with what the generated types need to know.

/** A field that a request may omit. Null is valid only where the schema says so. */
export const OptionalField = (schema: ApiPropertyOptions): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional(schema), schema.nullable ? IsOptional() : Omittable());

export const Whole = (): PropertyDecorator => ApiProperty({ type: 'integer' });
export const WholeOrNull = (): PropertyDecorator => ApiProperty({ type: 'integer', nullable: true });
export const OptionalWhole = (): PropertyDecorator => OptionalField({ type: 'integer' });
export const OptionalWholeOrNull = (): PropertyDecorator => OptionalField({ type: 'integer', nullable: true });
export const OptionalTextOrNull = (): PropertyDecorator => OptionalField({ type: String, nullable: true });
export const OptionalOneOf = (...values: readonly string[]): PropertyDecorator =>
  OptionalField({ type: String, enum: [...values] });
export const Amount = (): PropertyDecorator => ApiProperty({ type: Number });
export const AmountOrNull = (): PropertyDecorator => ApiProperty({ type: Number, nullable: true });
export const Text = (): PropertyDecorator => ApiProperty({ type: String });
export const OptionalText = (): PropertyDecorator => OptionalField({ type: String });
export const TextOrNull = (): PropertyDecorator => ApiProperty({ type: String, nullable: true });
export const Flag = (): PropertyDecorator => ApiProperty({ type: Boolean });
export const OptionalFlag = (): PropertyDecorator => OptionalField({ type: Boolean });
export const Moment = (): PropertyDecorator => ApiProperty({ type: String, format: 'date-time' });
export const MomentOrNull = (): PropertyDecorator => ApiProperty({ type: String, format: 'date-time', nullable: true });
export const OneOf = (...values: readonly string[]): PropertyDecorator =>
  ApiProperty({ type: String, enum: [...values] });
export const Texts = (): PropertyDecorator => ApiProperty({ type: String, isArray: true });
// Wrapped, because the generator knows a deferred type by the name `type` of its function.
export const Part = (of: () => new () => unknown): PropertyDecorator => ApiProperty({ type: () => of() });
export const PartOrNull = (of: () => new () => unknown): PropertyDecorator =>
  ApiProperty({ type: () => of(), nullable: true });
export const Parts = (of: () => new () => unknown): PropertyDecorator =>
  ApiProperty({ type: () => of(), isArray: true });
/** What the browser's own passkey functions take or give. */
export const BrowserObject = (): PropertyDecorator => ApiProperty({ type: Object, additionalProperties: true });
