import type { ImportOrigin, MergeCounts } from '@brickmarket/persistence-ports';
import type { WriteSession } from '../bulk/write-session.ts';

/** The lock under which imports of a kind run; see `WriteSession.run`. */
export const LOCK_OF_KIND = `CASE kind WHEN 'sales' THEN 'sales' WHEN 'retail prices' THEN 'retail' ELSE 'catalog' END`;

// Whoever has the lock of these kinds is the only one: what is not finished was interrupted.
const END_INTERRUPTED = `
UPDATE ops.import_run SET finished_at = clock_timestamp(), fault = 'its process was stopped'
WHERE finished_at IS NULL AND ${LOCK_OF_KIND} = $1`;

const BEGIN = 'INSERT INTO ops.import_run (kind, files) VALUES ($1, $2) RETURNING id';

const FINISH = `
UPDATE ops.import_run
SET finished_at = clock_timestamp(), inserted = $2, changed = $3, unchanged = $4, rejected = $5, checksum = $6
WHERE id = $1`;

const FAIL = 'UPDATE ops.import_run SET finished_at = clock_timestamp(), fault = $2 WHERE id = $1';

/** Names the import of this transaction to the defaults of its rows; null: none. */
export const SET_IMPORT = `SELECT set_config('brickmarket.import_id', coalesce($1::integer::text, ''), true)`;

interface Recorded {
  readonly kind: string;
  /** The subject of the session. */
  readonly subject: string;
  readonly origin: ImportOrigin | undefined;
}

/** Runs an import and records what it brought; `work` receives its number, null when it has no origin. */
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
    // On a broken connection this fails too; the next import then says that this one was interrupted.
    await session.query(FAIL, [id, (error as Error).message]).catch(() => undefined);
    throw error;
  }
}
