import type { WriteSession } from '../bulk/write-session.ts';

/** How many rows a statement has written, and the items they belong to. */
export interface Written {
  readonly count: number;
  readonly itemIds: readonly number[];
}

/** Runs a statement that returns that. */
export async function written(
  session: WriteSession,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Written> {
  const [row] = await session.query<Written & { [name: string]: unknown }>(statement, values);
  return row!;
}
