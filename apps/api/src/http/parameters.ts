import { MAX_INTEGER, parseInstant } from '@brickmarket/domain';
import { Omittable } from '@brickmarket/extension';
import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiPropertyOptional, ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { buildMessage, IsDate, IsInt, Max, Min, MinLength, ValidateBy, type ValidationOptions } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { badRequest } from './api-error.ts';

const MAX_LENGTH = 100;

/** Counts code points, as OpenAPI defines `minLength` and `maxLength`. */
export function Characters(min: number, max: number, options?: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown): boolean => {
    if (typeof value !== 'string') return false;
    const count = Array.from(value).length;
    return count >= min && count <= max;
  };
  return ValidateBy(
    {
      name: 'characters',
      validator: {
        validate,
        defaultMessage: buildMessage(
          (each) => `${each}$property must be a string of ${min} to ${max} characters`,
          options,
        ),
      },
    },
    options,
  );
}

interface QueryIntOptions {
  readonly min: number;
  readonly max: number;
  readonly default?: number;
  readonly description?: string;
}

/** Decimal digits only: rejects `1e2`, `0x10`, ` 5`, `1.5` and empty. */
export function QueryInt(options: QueryIntOptions): PropertyDecorator {
  const { min, max } = options;
  const message = `$property must be a whole number from ${min} to ${max}`;
  return applyDecorators(
    ApiPropertyOptional({
      type: 'integer',
      minimum: min,
      maximum: max,
      ...(options.default !== undefined && { default: options.default }),
      ...(options.description !== undefined && { description: options.description }),
    }),
    Omittable(),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? integerOf(value) : value)),
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message }),
  );
}

function integerOf(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

/** Requires an offset: otherwise the instant depends on the reader's time zone. */
export function QueryInstant(options: { readonly description: string }): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: String, format: 'date-time', ...options }),
    Omittable(),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? (parseInstant(value) ?? Number.NaN) : value,
    ),
    IsDate({
      message:
        '$property must be a date-time with its offset, like 2026-11-15T03:00:00Z or ' +
        '2026-11-15T03:00:00%2B02:00 (a plus sign is sent as %2B)',
    }),
  );
}

/** Optional, comma-separated, without empty entries; read as an array. */
export function QueryList(options: { readonly description: string; readonly example: string }): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: String, minLength: 1, ...options }),
    Omittable(),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',') : value)),
    MinLength(1, {
      each: true,
      message: '$property must be one value, or several with a comma between them, none of them empty',
    }),
  );
}

export function QueryText(options: { readonly description: string }): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: String, minLength: 1, maxLength: MAX_LENGTH, ...options }),
    Omittable(),
    Characters(1, MAX_LENGTH),
  );
}

/** Set or minifigure number in the path. Unknown: 404; too long: 400. */
export const ItemNumber = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { number } = context
    .switchToHttp()
    .getRequest<FastifyRequest<{ Params: { readonly number: string } }>>().params;
  if (number.length > MAX_LENGTH) throw badRequest(`number has at most ${MAX_LENGTH} characters`);
  return number;
});

export interface PathParameter {
  readonly description: string;
  readonly example: string;
}

export const SET_NUMBER: PathParameter = {
  description: 'Set number. The canonical form has the variant; `75192` finds `75192-1` if no set has the bare number.',
  example: '75192-1',
};

export class PageQuery {
  @QueryInt({ min: 1, max: 250, default: 50, description: 'Most rows to return.' })
  limit: number = 50;

  @QueryInt({ min: 0, max: MAX_INTEGER, default: 0, description: 'Rows to skip.' })
  offset: number = 0;
}

export class Pagination {
  @ApiProperty({ type: 'integer', minimum: 0 })
  total!: number;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 250 })
  limit!: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  offset!: number;

  @ApiProperty()
  has_more!: boolean;
}

export function pagination(total: number, limit: number, offset: number): Pagination {
  return { total, limit, offset, has_more: offset + limit < total };
}
