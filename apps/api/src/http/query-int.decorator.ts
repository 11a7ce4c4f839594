import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

interface QueryIntOptions {
  readonly min: number;
  readonly max: number;
  readonly default?: number;
  readonly description?: string;
}

/** An optional whole number in the query string, in decimal digits only: `1e2`, `0x10`, ` 5`, `1.5` and nothing at all are refused. */
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
    IsOptional(),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? integerOf(value) : value)),
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message }),
  );
}

function integerOf(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}
