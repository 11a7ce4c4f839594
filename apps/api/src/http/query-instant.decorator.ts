import { parseInstant } from '@brickmarket/domain';
import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsDate, IsOptional } from 'class-validator';

/** An optional date-time in the query string. It must say its offset: a local time means a different moment to everybody. */
export function QueryInstant(options: { readonly description: string }): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: String, format: 'date-time', ...options }),
    IsOptional(),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? (parseInstant(value) ?? Number.NaN) : value,
    ),
    IsDate({
      message:
        '$property must be a date-time with its offset, like 2026-11-15T03:00:00Z or 2026-11-15T03:00:00%2B02:00 (a plus sign is sent as %2B)',
    }),
  );
}
