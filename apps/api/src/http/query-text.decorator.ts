import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { Characters } from './characters.decorator.ts';

const MAX_LENGTH = 100;

/** An optional text in the query string; when it is given, it says something. */
export function QueryText(options: { readonly description: string }): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: String, minLength: 1, maxLength: MAX_LENGTH, ...options }),
    IsOptional(),
    Characters(1, MAX_LENGTH),
  );
}
