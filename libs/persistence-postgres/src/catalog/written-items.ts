import type { WriteSession } from '../bulk/write-session.ts';

export interface Written {
  readonly count: number;
  readonly itemIds: readonly number[];
}

export async function written(
  session: WriteSession,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Written> {
  const [row] = await session.query<Written & { [name: string]: unknown }>(statement, values);
  return row!;
}
