import type { PipeTransform } from '@nestjs/common';
import { badRequest } from './api-error.ts';

const MAX_LENGTH = 100;

/** A set or minifigure number in a path. What could be one is looked up; what is too long to be one is malformed. */
export class ItemNumberPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (value.length > MAX_LENGTH) throw badRequest(`a number has at most ${MAX_LENGTH} characters`);
    return value;
  }
}
