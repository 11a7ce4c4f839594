import { MAX_ID } from '@brickmarket/domain';
import type { NewestFirst } from '@brickmarket/persistence-ports';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { digits } from './input.ts';
import { OptionalField } from './properties.ts';

/** Event and delivery ids exceed 32 bits. */
export const MAX_LOG_ID = Number.MAX_SAFE_INTEGER;
const MAX_PAGE = 100;

function newestFirstQuery(maxId: number) {
  class Query {
    @OptionalField({ type: 'integer', minimum: 1, maximum: MAX_PAGE, default: 50 })
    @Transform(digits)
    @IsInt({ message: `The limit is a whole number from 1 to ${MAX_PAGE}.` })
    @Min(1)
    @Max(MAX_PAGE)
    limit = 50;

    @OptionalField({ type: 'integer', minimum: 1, maximum: maxId })
    @Transform(digits)
    @IsInt({ message: '"before" is the number of the last one seen.' })
    @Min(1)
    @Max(maxId)
    before?: number;
  }
  return Query;
}

export class LogQuery extends newestFirstQuery(MAX_LOG_ID) {}
export class RecordsQuery extends newestFirstQuery(MAX_ID) {}

/** Also returns `before` of the next page; null: none. */
export async function readPage<Item>(
  { limit, before }: LogQuery,
  read: (page: Required<NewestFirst>) => Promise<readonly Item[]>,
  idOf: (item: Item) => number,
): Promise<{ readonly items: readonly Item[]; readonly nextBefore: number | null }> {
  // One more than requested shows whether there is another page.
  const found = await read({ limit: limit + 1, before: before ?? null });
  const items = found.slice(0, limit);
  return { items, nextBefore: found.length > limit ? idOf(items.at(-1)!) : null };
}
