import type { ImportOrigin, MergeCounts } from '@brickmarket/persistence-ports';
import type { WriteSession } from '../bulk/write-session.ts';

/** Lock per import kind; see `WriteSession.run`. */
export const LOCK_OF_KIND = `CASE kind WHEN 'sales' THEN 'sales' WHEN 'retail prices' THEN 'retail' ELSE 'catalog' END`;

// The lock holder is alone, so unfinished imports were interrupted.
const END_INTERRUPTED = `
UPDATE ops.import_run SET finished_at = clock_timestamp(), fault = 'its process was stopped'
WHERE finished_at IS NULL AND ${LOCK_OF_KIND} = $1`;

const BEGIN = 'INSERT INTO ops.import_run (kind, files) VALUES ($1, $2) RETURNING id';

const FINISH = `
UPDATE ops.import_run
SET finished_at = clock_timestamp(), inserted = $2, changed = $3, unchanged = $4, rejected = $5, checksum = $6
WHERE id = $1`;

const FAIL = 'UPDATE ops.import_run SET finished_at = clock_timestamp(), fault = $2 WHERE id = $1';

/** Default import of rows in this transaction; null: none. */
export const SET_IMPORT = `SELECT set_config('brickmarket.import_id', coalesce($1::integer::text, ''), true)`;

interface Recorded {
  readonly kind: string;
  readonly subject: string;
  readonly origin: ImportOrigin | undefined;
}

/** `work` gets the import's number; null without an origin. */
export async function recordImport<Result>(
  session: WriteSession,
  { kind, subject, origin }: Recorded,
  work: (importId: number | null) => Promise<Result>,
  countsOf: (result: Result) => MergeCounts,
): Promise<Result> {
  if (origin === undefined) return work(null);
  await session.query(END_INTERRUPTED, [subject]);
  const [begun] = await session.query<{ id: number }>(BEGIN, [kind, origin.files]);
  const { id } = begun!;
  try {
    const result = await work(id);
    const { inserted, changed, unchanged } = countsOf(result);
    const { rejected, checksum } = origin.facts();
    await session.query(FINISH, [id, inserted, changed, unchanged, rejected, checksum]);
    return result;
  } catch (error) {
    // Also fails on a broken connection; the next import then records the interruption.
    await session.query(FAIL, [id, (error as Error).message]).catch(() => undefined);
    throw error;
  }
}
