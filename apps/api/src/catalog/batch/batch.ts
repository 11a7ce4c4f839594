import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { badRequest } from '../../http/api-error.ts';
import { MalformedBody } from '../../http/malformed-body.ts';
import { BatchBody } from './batch.body.ts';

export const MAX_BATCH_ITEMS = 100;

/** The distinct numbers of a batch, each at its first occurrence. */
export interface Batch {
  readonly sets: readonly string[];
  readonly minifigs: readonly string[];
}

// A body is judged twice, for its cost and for its content, but read once.
const read = new WeakMap<object, Batch | Error>();

/** The batch a body holds. Throws a 400 that says what is wrong with it. */
export function batchOf(body: unknown): Batch {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest('the body must be a JSON object with "sets", "minifigs" or both');
  let batch = read.get(body);
  if (batch === undefined) {
    batch = parse(body);
    read.set(body, batch);
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

function parse(body: object): Batch | Error {
  if (body instanceof MalformedBody) return badRequest(body.reason);
  const instance = plainToInstance(BatchBody, body);
  const [fault] = validateSync(instance, { whitelist: true, forbidNonWhitelisted: true, stopAtFirstError: true });
  if (fault) return badRequest(Object.values(fault.constraints ?? {})[0] ?? `${fault.property} is not valid`);
  const batch = { sets: [...new Set(instance.sets ?? [])], minifigs: [...new Set(instance.minifigs ?? [])] };
  const count = countItems(batch);
  if (count === 0) return badRequest('name at least one set or minifigure');
  return count > MAX_BATCH_ITEMS ? badRequest(`a batch has at most ${MAX_BATCH_ITEMS} different items, this one has ${count}`) : batch;
}
