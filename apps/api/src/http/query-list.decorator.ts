import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, MinLength } from 'class-validator';

/** An optional text or comma-separated list of texts in the query string, none of them empty; read as an array. */
export function QueryList(options: { readonly description: string; readonly example: string }): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: String, minLength: 1, ...options }),
    IsOptional(),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',') : value)),
    MinLength(1, {
      each: true,
      message: '$property must be one value, or several with a comma between them, none of them empty',
    }),
  );
}
