import type { PipeTransform } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray, IsOptional, IsString } from 'class-validator';
import { badRequest } from '../../http/api-error.ts';
import { MalformedBody } from '../../http/body-parser.ts';
import { Characters } from '../../http/parameters.ts';
import { validateAs } from '../../http/strict-input.ts';

const ITEM = { type: 'string', minLength: 1, maxLength: 100 } as const;

/** What a batch asks for, as it is sent. */
export class BatchBody {
  @ApiPropertyOptional({ type: 'array', items: ITEM, description: 'Set numbers.' })
  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  @Characters(ITEM.minLength, ITEM.maxLength, { each: true })
  sets?: string[];

  @ApiPropertyOptional({ type: 'array', items: ITEM, description: 'Minifigure numbers.' })
  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  @Characters(ITEM.minLength, ITEM.maxLength, { each: true })
  minifigs?: string[];
}

export const MAX_BATCH_ITEMS = 100;

/** The distinct numbers of a batch, each at its first occurrence. */
export interface Batch {
  readonly sets: readonly string[];
  readonly minifigs: readonly string[];
}

// The guard needs the cost of a body before the pipe needs its content: both use one parsed result.
const judged = new WeakMap<object, Batch | Error>();

/** The batch a body holds. Throws a 400 that says what is wrong with it. */
export function batchOf(body: unknown): Batch {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('the body must be a JSON object with "sets", "minifigs" or both');
  let batch = judged.get(body);
  if (batch === undefined) {
    batch = judge(body);
    judged.set(body, batch);
  }
  if (batch instanceof Error) throw batch;
  return batch;
}

/** Every item costs one; a batch that cannot be answered costs one as a whole. */
export function batchCost(body: unknown): number {
  try {
    return countItems(batchOf(body));
  } catch {
    return 1;
  }
}

export function countItems(batch: Batch): number {
  return batch.sets.length + batch.minifigs.length;
}

function judge(body: object): Batch | Error {
  try {
    return parse(body);
  } catch (error) {
    return error as Error;
  }
}

function parse(body: object): Batch {
  if (body instanceof MalformedBody) throw badRequest(body.reason);
  const { sets, minifigs } = validateAs(BatchBody, body);
  const batch = { sets: [...new Set(sets ?? [])], minifigs: [...new Set(minifigs ?? [])] };
  const count = countItems(batch);
  if (count === 0) throw badRequest('name at least one set or minifigure');
  if (count > MAX_BATCH_ITEMS)
    throw badRequest(`a batch has at most ${MAX_BATCH_ITEMS} different items, this one has ${count}`);
  return batch;
}

/** The request body as a batch. */
export class BatchPipe implements PipeTransform<unknown, Batch> {
  transform(body: unknown): Batch {
    return batchOf(body);
  }
}
