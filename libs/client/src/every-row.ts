import type { PageQuery, Pagination } from './records.ts';

const LARGEST_PAGE = 250;

/** All rows of a list, page by page, asked for as they are consumed. */
export async function* everyRow<Row>(
  readPage: (page: Required<PageQuery>) => Promise<{ readonly rows: readonly Row[]; readonly pagination: Pagination }>,
): AsyncGenerator<Row, void, undefined> {
  for (let offset = 0; ; offset += LARGEST_PAGE) {
    const { rows, pagination } = await readPage({ limit: LARGEST_PAGE, offset });
    yield* rows;
    if (!pagination.has_more) return;
  }
}
